// replaces: fingerprint
// refused by: Step19InsightsTests/fingerprints()
// says: make the same question but have two fingerprints
// breaks: fingerprint.3
//
// Hashes the totals with all their digits, in an order of its own. The order in which a database adds changes the last one.

        let totals = MetricKind.known.flatMap { [current[$0], before[$0]] }.map { total in
            total.map { "\($0.count) \($0.sum) \($0.least) \($0.greatest)" } ?? "nothing"
        }
        let text = ([writer, "\(dayCount)"] + totals).joined(separator: "\n")
        return SHA256.hash(data: Array(text.utf8)).hexadecimal
