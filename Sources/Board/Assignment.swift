/// Pairs rows with columns so that the sum of costs is the smallest.
enum Assignment {
  /// Returns for each row its column; there must be at least as many columns as rows.
  ///
  /// The method is the Hungarian one in its form with potentials: rows enter one by one, each along the
  /// cheapest path that reassigns earlier ones.
  ///
  /// - Complexity: O(*rows*² *columns*).
  static func cheapest(rows: Int, columns: Int, cost: (Int, Int) -> Int) -> [Int] {
    precondition(rows <= columns, "A row without a column cannot be paired")
    // Column 0 is a stand-in from which each search starts; true columns count from 1, as do rows.
    var rowPotential = [Int](repeating: 0, count: rows + 1)
    var columnPotential = [Int](repeating: 0, count: columns + 1)
    var rowOfColumn = [Int](repeating: 0, count: columns + 1)
    var previous = [Int](repeating: 0, count: columns + 1)
    for row in 0..<rows {
      rowOfColumn[0] = row + 1
      var slack = [Int](repeating: Int.max, count: columns + 1)
      var isVisited = [Bool](repeating: false, count: columns + 1)
      var column = 0
      repeat {
        isVisited[column] = true
        let current = rowOfColumn[column]
        var step = Int.max
        var next = 0
        for other in 1...columns where !isVisited[other] {
          let reduced =
            cost(current - 1, other - 1) - rowPotential[current] - columnPotential[other]
          if reduced < slack[other] {
            slack[other] = reduced
            previous[other] = column
          }
          if slack[other] < step {
            step = slack[other]
            next = other
          }
        }
        for other in 0...columns {
          if isVisited[other] {
            rowPotential[rowOfColumn[other]] += step
            columnPotential[other] -= step
          } else if other > 0 {
            slack[other] -= step
          }
        }
        column = next
      } while rowOfColumn[column] != 0
      repeat {
        let earlier = previous[column]
        rowOfColumn[column] = rowOfColumn[earlier]
        column = earlier
      } while column != 0
    }
    var columnOfRow = [Int](repeating: 0, count: rows)
    for column in stride(from: 1, through: columns, by: 1) where rowOfColumn[column] > 0 {
      columnOfRow[rowOfColumn[column] - 1] = column - 1
    }
    return columnOfRow
  }
}
