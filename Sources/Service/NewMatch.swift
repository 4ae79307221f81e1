internal import Games
public import Matches

/// What a new match is to be like.
public struct NewMatch: Sendable {
  /// The game's identifier.
  public var game: String
  /// The number of seats.
  public var seats: Int
  /// The maker's seat, from 1.
  public var seat: Int
  /// The game's own options, as text; empty for the usual start.
  public var options: String
  /// What is agreed besides the game.
  public var policies: MatchPolicies
  /// The players to invite, each to the next open seat.
  public var invited: [PlayerID]
  /// The names of the server's own players, each on the next open seat after those of the invited.
  public var bots: [String]
  /// The roles that the maker can fill, where players are matched by roles.
  public var role: UInt32

  /// Describes a match; its policies are those of a match made without any, so no clock runs.
  public init(
    game: String, seats: Int = 2, seat: Int = 1, options: String = "",
    policies: MatchPolicies = MatchPolicies(), invited: [PlayerID] = [], bots: [String] = [],
    role: UInt32 = 0
  ) {
    self.game = game
    self.seats = seats
    self.seat = seat
    self.options = options
    self.policies = policies
    self.invited = invited
    self.bots = bots
    self.role = role
  }

  /// What the digest of the command is made of; that of a plain match is as it always was.
  var text: String {
    var text = "make \(game) \(seats) \(seat)\(options.utf8.isEmpty ? "" : " ")\(options)"
    if policies != MatchPolicies() { text += "\n\(policies.text)" }
    for player in invited { text += "\n\(player.text)" }
    for bot in bots { text += "\nbot \(bot)" }
    if role != 0 { text += "\nrole \(role)" }
    return text
  }
}
