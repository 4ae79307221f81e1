import Games
import GamesTestKit
import Testing

/// What a game with a fault does wrong.
private enum Fault: Sendable {
  case none, changesWhenRefusing, listsIllegal, hidesLegal, losesText, outcomeTooShort
  case actsAfterEnd, forcesIllegal, twoLineText, twiceListed
}

/// The faults as types, since the check is handed a type.
private protocol Faulty: Sendable { static var fault: Fault { get } }
private enum Sound: Faulty { static let fault = Fault.none }
private enum Changes: Faulty { static let fault = Fault.changesWhenRefusing }
private enum Lists: Faulty { static let fault = Fault.listsIllegal }
private enum Hides: Faulty { static let fault = Fault.hidesLegal }
private enum LosesText: Faulty { static let fault = Fault.losesText }
private enum Short: Faulty { static let fault = Fault.outcomeTooShort }
private enum Acts: Faulty { static let fault = Fault.actsAfterEnd }
private enum Forces: Faulty { static let fault = Fault.forcesIllegal }
private enum TwoLines: Faulty { static let fault = Fault.twoLineText }
private enum Twice: Faulty { static let fault = Fault.twiceListed }

/// Two seats take one or two of ten matches in turn; who takes the last wins.
private struct Matches<F: Faulty>: EnumerableGame {
  struct Take: Hashable, Sendable, TextRepresentable {
    var count: Int
    var text: String { "\(count)" }
    init(_ count: Int) { self.count = count }
    init(text: String) throws(TextError) {
      guard let count = Int(decimal: text.utf8) else { throw TextError("expected a number", at: 0) }
      self.count = count
    }
  }

  var left = 10
  var taken = 0
  static var info: GameInfo { GameInfo(id: "matches", title: "Matches", seats: 2...2) }
  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard setup.seats == 2 else { throw SetupError("two play") }
  }
  var text: String {
    let separator = F.fault == .twoLineText ? "\n" : " "
    return "\(left)\(separator)\(F.fault == .losesText ? 0 : taken)"
  }
  init(text: String) throws(TextError) {
    let parts = text.utf8.split { $0 == 0x20 || $0 == 0x0a }
    guard parts.count == 2, let left = Int(decimal: parts[0]), let taken = Int(decimal: parts[1]),
      (0...10).contains(left), (0...10).contains(taken)
    else { throw TextError("expected two numbers", at: 0) }
    self.left = left
    self.taken = taken
  }
  var seatCount: Int { 2 }
  var mover: Seat { taken % 2 == 0 ? .first : .second }
  var seatsToAct: SeatSet { left > 0 || F.fault == .actsAfterEnd ? SeatSet(mover) : [] }
  var outcome: Outcome? {
    guard left == 0 else { return nil }
    let outcome = Outcome.won(by: mover.next(of: 2), of: 2)
    return F.fault == .outcomeTooShort ? Outcome(seats: [.won]) : outcome
  }
  func legalMoves(for seat: Seat) -> [Take] {
    guard seatsToAct.contains(seat) else { return [] }
    switch F.fault {
    case .listsIllegal: return [Take(1), Take(2)]
    case .hidesLegal: return left > 4 || left == 1 ? [Take(1)] : [Take(2)]
    case .twiceListed: return [Take(1), Take(1)]
    default: return left > 1 ? [Take(1), Take(2)] : [Take(1)]
    }
  }
  var forcedMove: (seat: Seat, move: Take)? {
    F.fault == .forcesIllegal && left == 5 ? (mover, Take(3)) : nil
  }
  mutating func play(_ move: Take, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    if F.fault == .changesWhenRefusing { taken += 2 }
    guard left > 0, seat == mover else { throw .notYourTurn }
    guard (1...2).contains(move.count), move.count <= left else { throw IllegalMove("not so many") }
    if F.fault == .changesWhenRefusing { taken -= 2 }
    left -= move.count
    taken += 1
  }
}

@Suite("The check of laws")
struct BrokenGamesTests {
  private func law<F: Faulty>(brokenBy fault: F.Type) -> String? {
    do throws(BrokenLaw) {
      try checkLaws(of: Matches<F>.self)
      return nil
    } catch {
      return error.law
    }
  }

  @Test("A sound game passes, a game with a fault does not, and the law is named")
  func namesTheLaw() {
    #expect(law(brokenBy: Sound.self) == nil)
    #expect(law(brokenBy: Changes.self) == "a refused move leaves the position as it was")
    #expect(law(brokenBy: Lists.self) == "each listed move is accepted")
    #expect(law(brokenBy: Hides.self) == "a move that is not listed is refused")
    #expect(
      law(brokenBy: LosesText.self) == "the text of a position reads back as the same value")
    #expect(law(brokenBy: Short.self) == "the outcome has an entry for each seat")
    #expect(law(brokenBy: Acts.self) == "nobody may act exactly when there is an outcome")
    #expect(law(brokenBy: Forces.self) == "a forced move is legal")
    #expect(law(brokenBy: TwoLines.self) == "a text is printable and on one line")
    #expect(law(brokenBy: Twice.self) == "no move is listed twice")
  }

  @Test("A break says the seed and the moves, and one game from that seed breaks the same")
  func breaksAgain() throws {
    do throws(BrokenLaw) {
      try checkLaws(of: Matches<Forces>.self, seed: 40)
      Issue.record("the fault was not found")
    } catch {
      #expect(error.seed >= 40)
      #expect(error.moves.count >= 3)
      #expect(error.description.contains("seed \(error.seed)"))
      #expect(throws: error) {
        try checkLaws(of: Matches<Forces>.self, games: 1, seed: error.seed)
      }
    }
  }
}
