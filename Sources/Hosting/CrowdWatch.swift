/// Tells when a crowd of connections has come or gone, and what its arrival needed can be given back.
///
/// Ten thousand streams that are opened at once leave a tenth of their memory behind in pieces that the allocator keeps.
package struct CrowdWatch {
  /// How many connections more or fewer make a crowd.
  package static let crowd = 500

  private var settled = 0
  private var last = 0

  /// Begins without connections.
  package init() {}

  /// Takes in how many connections there are.
  ///
  /// - Returns: whether there are many more or fewer than when this was last true, and no more are coming or going.
  package mutating func hasSettled(at connections: Int) -> Bool {
    defer { last = connections }
    guard abs(connections - settled) >= CrowdWatch.crowd,
      abs(connections - last) < CrowdWatch.crowd / 10
    else { return false }
    settled = connections
    return true
  }
}
