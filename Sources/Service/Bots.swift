public import Games

/// How much the server's own player may work at one move.
public struct BotLimits: Sendable {
  /// The most positions to look at.
  public var nodes: Int
  /// Asked now and then; `true` ends the thinking with the best move so far.
  public var shouldStop: @Sendable () -> Bool

  /// Creates limits.
  public init(nodes: Int = .max, shouldStop: @escaping @Sendable () -> Bool = { false }) {
    self.nodes = nodes
    self.shouldStop = shouldStop
  }
}

/// A player of the server's own, for one game.
public struct Bot<G: Game>: Sendable {
  /// The stable name, lower-case ASCII, as in logs and addresses: `level-3`.
  public let name: String
  /// What people call it.
  public let title: String
  let choose: @Sendable (G, Seat, inout Chance, BotLimits) -> G.Move?

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - name: The stable name.
  ///   - title: What people call it.
  ///   - choose: What it plays at a seat in a position; `nil` if it has no move, and then it leaves. A player of a
  ///     game with secrets is handed the whole position and has to look at ``Game/view(for:)`` by itself.
  public init(
    name: String, title: String,
    choose: @escaping @Sendable (G, Seat, inout Chance, BotLimits) -> G.Move?
  ) {
    self.name = name
    self.title = title
    self.choose = choose
  }
}

extension Bot {
  /// What it plays at a seat in a position; `nil` if it has no move.
  public func choosing(
    _ game: G, _ seat: Seat, _ chance: inout Chance, _ limits: BotLimits
  ) -> G.Move? {
    choose(game, seat, &chance, limits)
  }
}

extension Bot where G: EnumerableGame {
  /// A player that plays any legal move.
  public static var random: Bot<G> {
    Bot(name: "random", title: "Random") { position, seat, chance, _ in
      let moves = position.legalMoves(for: seat)
      return moves.isEmpty ? nil : moves[chance.below(moves.count)]
    }
  }
}

/// What is told of a player of the server's own.
public struct BotInfo: Hashable, Sendable, Codable {
  /// The stable name.
  public var name: String
  /// What people call it.
  public var title: String
}
