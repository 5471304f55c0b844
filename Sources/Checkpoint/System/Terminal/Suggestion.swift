/// A suggestion for a person who typed an unknown word.
package enum Suggestion {
    /// Returns the closest of `words` if it's close enough: at most about one edit for every three letters.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let ranked = words.map { ($0, distance(word.lowercased(), $0)) }.min { $0.1 < $1.1 }
        guard let (best, edits) = ranked, edits <= max(1, word.count / 3 + (word.count > 4 ? 1 : 0)) else { return nil }
        return best
    }

    /// Returns a sentence such as ` Did you mean "check"?`, or an empty text.
    package static func sentence(for word: String, among words: [String]) -> String {
        nearest(to: word, among: words).map { " Did you mean \"\($0)\"?" } ?? ""
    }

    /// Returns the number of insertions, removals, replacements and swaps of neighbours that turn one word into the
    /// other.
    private static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var rows = [Array(0...second.count)]
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                let replaced = rows[i][j] + (first[i] == second[j] ? 0 : 1)
                var best = min(replaced, rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
