import Foundation
import Testing

/// Metrics as Prometheus reads them: a strict reader of its text format, version 0.0.4.
struct Exposition: Sendable {
    struct Sample: Hashable, Sendable {
        var name: String
        var labels: [String: String]
    }

    struct Invalid: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var values: [Sample: Double] = [:]
    private(set) var types: [String: String] = [:]
    private(set) var helps: [String: String] = [:]
    /// The metric that the lines belong to at the moment: its lines stand together.
    private var current = ""

    /// The value of a series; nil where it isn't there.
    subscript(name: String, labels: [String: String]) -> Double? { values[Sample(name: name, labels: labels)] }
    subscript(name: String) -> Double? { self[name, [:]] }

    /// - Throws: `Invalid` for a text that the format doesn't allow.
    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Invalid(description: "the last line has no end") }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            do {
                try read(line)
            } catch {
                throw Invalid(description: "\(error): \(line)")
            }
        }
        for (name, type) in types where type == "histogram" { try checkHistogram(name) }
    }

    // Swift compiles a regex again wherever its literal is evaluated, which took longer than to match with it. They are only
    // read, so threads may share them.
    private nonisolated(unsafe) static let help = /(?s)# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/
    private nonisolated(unsafe) static let type = /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/
    private nonisolated(unsafe) static let sample =
        /(?s)([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\+Inf|-Inf|NaN|-?[0-9.]+(?:e[-+]?[0-9]+)?)/
    private nonisolated(unsafe) static let label = /(?s)([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,(?=.)|$)/

    private mutating func read(_ line: Substring) throws {
        if let match = line.wholeMatch(of: Self.help) {
            guard types[String(match.1)] == nil, helps[String(match.1)] == nil else {
                throw Invalid(description: "HELP comes once, before TYPE")
            }
            helps[String(match.1)] = try Self.unescaped(match.2, quotes: false)
        } else if let match = line.wholeMatch(of: Self.type) {
            guard types[String(match.1)] == nil else { throw Invalid(description: "TYPE comes once") }
            current = String(match.1)
            types[current] = String(match.2)
        } else {
            try readSample(line)
        }
    }

    private mutating func readSample(_ line: Substring) throws {
        guard let match = line.wholeMatch(of: Self.sample) else {
            throw Invalid(description: "neither a comment nor a sample")
        }
        let name = String(match.1)
        let suffixes = types[current] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { current + $0 == name }) else {
            throw Invalid(description: "not of \(current)")
        }
        guard types[current] != "counter" || name.hasSuffix("_total") else {
            throw Invalid(description: "a counter's name ends in _total")
        }
        let sample = Sample(name: name, labels: try Self.labels(match.2 ?? ""))
        guard values[sample] == nil else { throw Invalid(description: "a second time the same series") }
        guard let value = match.3 == "+Inf" ? .infinity : match.3 == "-Inf" ? -.infinity : Double(match.3) else {
            throw Invalid(description: "not a number")
        }
        guard types[current] == "gauge" || value >= 0 else { throw Invalid(description: "negative") }
        values[sample] = value
    }

    private static func labels(_ text: Substring) throws -> [String: String] {
        var (labels, rest) = ([String: String](), text)
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: Self.label) else { throw Invalid(description: "labels") }
            guard labels.updateValue(try unescaped(match.2, quotes: true), forKey: String(match.1)) == nil else {
                throw Invalid(description: "a label twice")
            }
            rest = rest[match.range.upperBound...]
        }
        return labels
    }

    private static func unescaped(_ text: Substring, quotes: Bool) throws -> String {
        var (plain, rest) = ("", text)
        while let character = rest.popFirst() {
            guard character == "\\" else {
                plain.append(character)
                continue
            }
            switch rest.popFirst() {
            case "\\": plain += "\\"
            case "n": plain += "\n"
            case "\"" where quotes: plain += "\""
            default: throw Invalid(description: "an escape that doesn't exist")
            }
        }
        return plain
    }

    /// Buckets are cumulative, and the last one, which has no bound, holds as many as `_count` says.
    private func checkHistogram(_ name: String) throws {
        var buckets: [[String: String]: [(bound: Double, count: Double)]] = [:]
        for (sample, count) in values where sample.name == name + "_bucket" {
            var labels = sample.labels
            guard let text = labels.removeValue(forKey: "le"),
                let bound = text == "+Inf" ? .infinity : Double(text)
            else { throw Invalid(description: "\(name): a bucket without a bound") }
            buckets[labels, default: []].append((bound, count))
        }
        for (labels, buckets) in buckets {
            let sorted = buckets.sorted { $0.bound < $1.bound }
            guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.count <= $1.count }), sorted.last?.bound == .infinity,
                sorted.last?.count == self[name + "_count", labels], self[name + "_sum", labels] != nil
            else { throw Invalid(description: "\(name)\(labels): \(sorted)") }
        }
    }
}
