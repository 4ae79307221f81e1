import Board
import Testing

@Suite("The catalog's example")
struct ExampleTests {
  final class Game: BoardDataSource, BoardDelegate {
    var discs: [Occupant?] = Array(repeating: nil, count: 64)

    func boardGeometry(for boardView: BoardView) -> BoardGeometry {
      BoardGeometry(rows: 8, columns: 8)
    }

    func boardView(_ boardView: BoardView, contentOf square: Int) -> SquareContent {
      SquareContent(occupant: discs[square], identity: PieceIdentity(UInt32(square)))
    }

    func boardView(_ boardView: BoardView, didTouchUp square: Int?) {
      guard let square else { return }
      discs[square] = .blackDisc
      boardView.reloadData()
    }
  }

  @Test("It puts a disc where a key is pressed and writes what changed")
  func example() {
    let game = Game()
    let view = BoardView()
    view.dataSource = game
    view.delegate = game
    var patches: [String] = []
    view.onChange = { old, new in patches.append(new.patch(from: old)) }
    view.reloadData()
    view.handle(.key(.activate))
    #expect(view.snapshot.text().hasPrefix("   a  b  c  d  e  f  g  h\n1 [●] · "))
    #expect(patches.count == 2)
    #expect(
      patches.last
        == "q\t0\tp-black-disc\tsquare dark has-piece is-selected\t0\t0\ta1, black disc, selected\n"
    )
  }
}
