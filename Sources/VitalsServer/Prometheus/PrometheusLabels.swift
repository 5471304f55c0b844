/// The labels of one series, sorted by name.
struct PrometheusLabels: Hashable, Comparable, Sendable {
    private let names: [String]
    private let values: [String]

    /// Creates labels from the dimensions of swift-metrics. Of two with the same name the last one counts.
    init(_ dimensions: [(String, String)]) {
        let labels = Dictionary(dimensions.map { (Self.name($0.0, allowsColon: false), $0.1) }) { $1 }
            .sorted { $0.key < $1.key }
        names = labels.map(\.key)
        values = labels.map(\.value)
    }

    var pairs: Zip2Sequence<[String], [String]> { zip(names, values) }

    static func < (first: PrometheusLabels, second: PrometheusLabels) -> Bool {
        if first.names != second.names { return first.names.lexicographicallyPrecedes(second.names) }
        return first.values.lexicographicallyPrecedes(second.values)
    }

    /// The text with `_` for each character that a name can't have: letters, digits, `_` and, for metrics, `:`.
    static func name(_ text: String, allowsColon: Bool) -> String {
        let name = String(
            text.unicodeScalars.map { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
                case ":" where allowsColon: ":"
                default: "_"
                }
            })
        guard let first = name.utf8.first, !(48...57).contains(first) else { return "_" + name }
        return name
    }
}
