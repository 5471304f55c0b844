/// Reads CSV strictly by RFC 4180; returns nil for anything else.
func cells(ofSheet text: String) -> [[String]]? {
    var rows: [[String]] = []
    var row: [String] = []
    let scalars = Array(text.unicodeScalars)
    var index = 0
    func isAt(_ sign: String) -> Bool { scalars[index...].starts(with: sign.unicodeScalars) }
    while index < scalars.count {
        var cell = String.UnicodeScalarView()
        if isAt("\"") {
            index += 1
            while !isAt("\"") || isAt("\"\"") {
                guard index < scalars.count else { return nil }
                cell.append(scalars[index])
                index += isAt("\"\"") ? 2 : 1
            }
            index += 1
        } else {
            while index < scalars.count, !isAt(","), !isAt("\r\n") {
                guard !["\"", "\r", "\n"].contains(scalars[index]) else { return nil }
                cell.append(scalars[index])
                index += 1
            }
        }
        row.append(String(cell))
        guard index < scalars.count else { return nil }
        if isAt(",") {
            index += 1
        } else if isAt("\r\n") {
            index += 2
            rows.append(row)
            row = []
        } else {
            return nil
        }
    }
    return row.isEmpty ? rows : nil
}
