/// Prometheus' text format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
package enum PrometheusText {
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    package static func render(_ registry: PrometheusRegistry) -> String {
        var text = ""
        for metric in registry.snapshot() {
            if let help = metric.help { text += "# HELP \(metric.name) \(escaped(help, quotes: false))\n" }
            text += "# TYPE \(metric.name) \(metric.kind.rawValue)\n"
            for (labels, value) in metric.series { write(value, of: metric.name, labels, into: &text) }
        }
        return text
    }

    private static func write(
        _ value: PrometheusValue, of name: String, _ labels: PrometheusLabels, into text: inout String
    ) {
        switch value {
        case .integer(let count): text += "\(name)\(written(labels)) \(count)\n"
        case .number(let value): text += "\(name)\(written(labels)) \(number(value))\n"
        case .histogram(let histogram):
            var count: Int64 = 0
            for (bucket, bound) in zip(histogram.counts, histogram.bounds + [.infinity]) {
                count += bucket
                text += "\(name)_bucket\(written(labels, bound: bound)) \(count)\n"
            }
            text += "\(name)_sum\(written(labels)) \(number(histogram.sum))\n"
            text += "\(name)_count\(written(labels)) \(count)\n"
        }
    }

    /// The labels in braces; nothing where there are none.
    private static func written(_ labels: PrometheusLabels, bound: Double? = nil) -> String {
        var parts = labels.pairs.map { "\($0)=\"\(escaped($1, quotes: true))\"" }
        if let bound { parts.append("le=\"\(number(bound))\"") }
        return parts.isEmpty ? "" : "{" + parts.joined(separator: ",") + "}"
    }

    /// The text with everything escaped that would end a line, or a label's value.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += #"\\"#
            case "\n": escaped += #"\n"#
            case "\"" where quotes: escaped += #"\""#
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func number(_ value: Double) -> String {
        switch value {
        case .infinity: "+Inf"
        case -.infinity: "-Inf"
        case _ where value.isNaN: "NaN"
        case _ where value == value.rounded() && abs(value) < 1e15: String(Int64(value))
        default: "\(value)"
        }
    }
}
