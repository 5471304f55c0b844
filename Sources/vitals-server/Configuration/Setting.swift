import ArgumentParser

/// A setting of the server, declared once: its option, its environment variable, and what `--help` says of both.
struct Setting {
    /// The option's name, without the hyphens; nil for a secret, which others could see on a command line.
    let option: String?
    /// The placeholder of its value in `--help`, such as `N`.
    let value: String
    /// The environment variable. The option wins over it.
    let variable: String
    /// The default, as the table in `--help` says it.
    let fallback: String
    /// One sentence without a period.
    let about: String

    init(_ option: String?, _ value: String, _ variable: String, default fallback: String, _ about: String) {
        self.option = option
        self.value = value
        self.variable = variable
        self.fallback = fallback
        self.about = about
    }

    /// The option's name, for `@Option`.
    var name: NameSpecification { .customLong(option ?? variable.lowercased()) }

    /// The option's help, for `@Option`.
    var help: ArgumentHelp {
        ArgumentHelp("\(about) (\(variable); default: \(fallback))", valueName: value.lowercased())
    }

    /// The setting's line in the table of `--help`.
    var row: String {
        let name = option.map { "--\($0) \(value)" } ?? "(no option: a secret)"
        return "  \(Self.padded(name, to: 28)) \(Self.padded(variable, to: 25)) \(fallback)"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The value of the option, or else of the variable; nil where neither is set.
    ///
    /// - Throws: `ValidationError` where the variable is set and empty.
    func text(_ given: String?) throws -> String? { try given ?? Environment.text(variable) }

    /// The number of the option, or else of the variable; nil where neither is set.
    ///
    /// - Throws: `ValidationError` for a number outside the range, and where the variable is empty or no such number.
    func number<Value: Comparable & LosslessStringConvertible>(
        _ given: Value?, in range: ClosedRange<Value>
    ) throws -> Value? {
        guard let value = try given ?? Environment.value(variable, as: Value.self) else { return nil }
        guard range.contains(value) else {
            throw ValidationError("\(variable) must be between \(range.lowerBound) and \(range.upperBound).")
        }
        return value
    }
}
