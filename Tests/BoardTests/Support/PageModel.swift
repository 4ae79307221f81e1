import Board

/// What a page shows, read from its HTML and changed by patches as the page's script does it.
struct PageModel: Equatable {
  struct Square: Equatable {
    var piece: String
    var classes: String
    var marks: [String]
    var tabIndex: String
    var isDisabled: String
    var label: String
  }

  var boardClasses: String
  var gridName: String
  /// The squares by their index.
  var squares: [Int: Square]
  /// The indices in the order of the page.
  var order: [Int]
  var overlays: [String]

  init(html: String) {
    boardClasses = html.value(after: "<div class=\"board ").map { "board " + $0 } ?? ""
    gridName = html.value(after: "role=\"grid\" aria-label=\"") ?? ""
    squares = [:]
    order = []
    overlays = html.pieces(from: " viewBox=\"0 0 ", to: "</svg>").map {
      $0.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).last.map(String.init)
        ?? ""
    }
    for button in html.pieces(from: "<button ", to: "</button>") {
      guard let index = button.value(after: "data-i=\"").flatMap({ Int($0) }) else { continue }
      order.append(index)
      squares[index] = Square(
        piece: button.value(after: "<svg class=\"piece\" aria-hidden=\"true\"><use href=\"#")
          ?? "-",
        classes: button.value(after: "class=\"") ?? "",
        marks: button.pieces(from: "<use href=\"#m-", to: "\""),
        tabIndex: button.value(after: "tabindex=\"") ?? "none",
        isDisabled: button.value(after: "aria-disabled=\"") ?? "none",
        label: (button.value(after: "aria-label=\"") ?? "").unescaped)
    }
  }

  /// Carries out a patch; returns the moves, or `nil` if a line is not as documented.
  mutating func apply(_ patch: String) -> [[Int]]? {
    var moves: [[Int]] = []
    if patch.isEmpty { return moves }
    guard patch.last == "\n" else { return nil }
    for line in patch.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (fields.first, fields.count) {
      case ("t", 2):
        self = PageModel(html: fields[1])
      case ("m", 3):
        guard let from = Int(fields[1]), let to = Int(fields[2]) else { return nil }
        moves.append([from, to])
      case ("q", 7):
        guard let index = Int(fields[1]), squares[index] != nil else { return nil }
        squares[index] = Square(
          piece: fields[2], classes: fields[3],
          marks: fields[3].split(separator: " ").filter { $0.hasPrefix("is-") }.map {
            String($0.dropFirst(3))
          },
          tabIndex: fields[4], isDisabled: fields[5] == "1" ? "true" : "false", label: fields[6])
      case ("b", 2):
        boardClasses = fields[1]
      case ("o", 3):
        overlays[fields[1] == "below" ? 0 : 1] = fields[2]
      default:
        return nil
      }
    }
    return moves
  }
}

extension String {
  /// Returns the text between the first occurrence of a prefix and the next quotation mark.
  func value(after prefix: String) -> String? { pieces(from: prefix, to: "\"").first }

  /// Returns the texts between each occurrence of `start` and the next `end`.
  func pieces(from start: String, to end: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let from = rest.firstRange(of: start) {
      rest = rest[from.upperBound...]
      guard let to = rest.firstRange(of: end) else { break }
      found.append(String(rest[..<to.lowerBound]))
      rest = rest[to.upperBound...]
    }
    return found
  }

  /// Undoes the escaping of HTML.
  var unescaped: String {
    replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
