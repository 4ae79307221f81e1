/// A named step of a database's layout, run once.
///
/// A released migration never changes; a new layout is a new migration at the end of the list.
package struct Migration: Sendable {
  /// The name, which sorts after all earlier ones.
  package let name: String
  /// The statements, in order.
  package let statements: [StaticString]

  /// Creates a migration.
  package init(_ name: String, _ statements: [StaticString]) {
    self.name = name
    self.statements = statements
  }

  /// The checksum over the SQL, by which a changed migration is noticed.
  package var checksum: [UInt8] {
    var input: [UInt8] = []
    for statement in statements {
      statement.withUTF8Buffer { input += $0 }
      input.append(0)
    }
    return Checksum.of(input).bytes
  }
}

/// Why a database's layout is none that this program can go on from.
package enum MigrationMismatch: Error {
  /// These migrations are not known here.
  case newer([String])
  /// This migration was applied in another form.
  case changed(String)
}

extension Array<Migration> {
  /// Returns what is still to be applied after what was, oldest first.
  package func pending(
    after applied: [(name: String, checksum: [UInt8])]
  ) throws(MigrationMismatch) -> ArraySlice<Migration> {
    let known = Set(map(\.name))
    let unknown = applied.map(\.name).filter { !known.contains($0) }
    guard unknown.isEmpty else { throw .newer(unknown) }
    for (migration, row) in zip(self, applied)
    where migration.name != row.name || migration.checksum != row.checksum {
      throw .changed(row.name)
    }
    return dropFirst(applied.count)
  }
}
