package import CheckpointCourse
internal import CheckpointSystem
internal import Foundation
internal import Yams

/// Parser for `grading.yml`; every error names its line.
struct GradingFile {
    let path: String
    let course: Course

    /// - Throws: `CourseError.usage`.
    func config(_ text: String) throws -> GradingConfig {
        guard let root = try compose(text) else { return GradingConfig() }
        let fields = try fields(of: root, "the file", among: ["frontend", "due", "late", "points"])
        var config = GradingConfig()
        if let frontend = fields["frontend"] { config.frontend = try self.frontend(frontend) }
        if let due = fields["due"] { config.due = try date(due) }
        if let late = fields["late"] { config.late = try policy(late) }
        if let late = fields["late"], config.due == nil, config.late != .none {
            throw invalid(late, "late needs a due date. Add due, or remove late.")
        }
        if let points = fields["points"] { try read(points, into: &config) }
        return config
    }

    private func frontend(_ node: Node) throws -> Frontend {
        let word = try word(node, "frontend")
        guard let frontend = Frontend(rawValue: word) else {
            throw invalid(node, "frontend is web or swiftui, not \(word).")
        }
        return frontend
    }

    private func policy(_ node: Node) throws -> GradingConfig.LatePolicy {
        let fields = try fields(of: node, "late", among: ["policy", "percent_per_day"])
        guard let policy = fields["policy"] else { throw invalid(node, "late needs a policy: none, zero or linear.") }
        let percent = fields["percent_per_day"]
        let word = try word(policy, "policy")
        if let percent, word != "linear" {
            throw invalid(percent, "percent_per_day only goes with policy: linear.")
        }
        switch word {
        case "none": return .none
        case "zero": return .zero
        case "linear":
            guard let percent else { throw invalid(node, "policy: linear needs percent_per_day.") }
            let number = try number(percent, "percent_per_day")
            guard number <= Hundredths(100) else { throw invalid(percent, "percent_per_day is 100 at most.") }
            return .linear(percentPerDay: number)
        default: throw invalid(policy, "policy is none, zero or linear, not \(word).")
        }
    }

    private func read(_ node: Node, into config: inout GradingConfig) throws {
        let fields = try fields(of: node, "points", among: ["per", "each", "steps", "tests"])
        if let per = fields["per"] {
            let word = try word(per, "per")
            guard let unit = GradingConfig.Unit(rawValue: word) else {
                throw invalid(per, "per is step or test, not \(word).")
            }
            config.unit = unit
        }
        if let each = fields["each"] { config.each = try number(each, "each") }
        for (key, node, value) in try fields["steps"].map({ try entries(of: $0, "steps") }) ?? [] {
            config.steps[try step(key, node)] = try number(value, "step \(key)")
        }
        guard let tests = fields["tests"] else { return }
        guard config.unit == .test else { throw invalid(tests, "tests only goes with per: test.") }
        let known = course.writtenSteps.flatMap(\.tests).map(\.id)
        for (key, node, value) in try entries(of: tests, "tests") {
            guard known.contains(key) else {
                throw invalid(node, "the course has no test \(key).\(Suggestion.sentence(for: key, among: known))")
            }
            config.tests[key] = try number(value, key)
        }
    }

    // MARK: Values

    private func step(_ key: String, _ node: Node) throws -> Int {
        if let chapter = course.chapters.first(where: { $0.name == key && !$0.isComing }) { return chapter.number }
        guard let number = Int(key), "\(number)" == key else {
            let names = course.chapters.isEmpty ? "" : " and the names of chapters"
            throw invalid(node, "the keys of steps are numbers of steps\(names), and \(key) isn't one.")
        }
        guard let step = course.step(number), !step.isComing else {
            throw invalid(node, "the course has no step \(number).")
        }
        return number
    }

    private func date(_ node: Node) throws -> Date {
        let text = try word(node, "due")
        guard let date = Date(iso8601: text) else {
            throw invalid(
                node, "due is a date with a time and its zone, such as 2026-12-01T23:59:00+01:00, not \(text).")
        }
        return date
    }

    private func number(_ node: Node, _ name: String) throws -> Hundredths {
        let text = try word(node, name)
        if text.hasPrefix("-") { throw invalid(node, "\(name) is negative: \(text).") }
        guard let number = Hundredths(text) else {
            throw invalid(
                node,
                "\(name) must be a number such as 10 or 2.5, with at most two decimals and no more than "
                    + "\(Hundredths.greatest.text), not \(text).")
        }
        return number
    }

    private func word(_ node: Node, _ name: String) throws -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
            throw invalid(node, "\(name) needs one value.")
        }
        return scalar.string
    }

    // MARK: Structure

    private func compose(_ text: String) throws -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let error as YamlError {
            switch error {
            case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                .composer(_, let problem, let mark, _):
                throw CourseError(.usage, "\(path):\(mark.line): this isn't YAML: \(problem).")
            case .duplicatedKeysInMapping(let keys, let context):
                throw CourseError(
                    .usage, "\(path):\(context.mark.line): this key is here twice: \(keys.joined(separator: ", ")).")
            default: throw CourseError(.usage, "\(path) can't be read: \(error)")
            }
        }
    }

    private func fields(of node: Node, _ name: String, among known: [String]) throws -> [String: Node] {
        var fields: [String: Node] = [:]
        for (key, node, value) in try entries(of: node, name) {
            guard known.contains(key) else {
                throw invalid(
                    node, "\(name) has an unknown key: \(key).\(Suggestion.sentence(for: key, among: known))")
            }
            fields[key] = value
        }
        return fields
    }

    /// Returns the keys, each with its place, and the values.
    private func entries(of node: Node, _ name: String) throws -> [(String, Node, Node)] {
        guard case .mapping(let mapping) = node else {
            throw invalid(node, "\(name) is made of keys and values, such as key: value.")
        }
        return try mapping.map { key, value in
            guard case .scalar(let scalar) = key else { throw invalid(key, "\(name) has a key that isn't a word.") }
            return (scalar.string, key, value)
        }
    }

    private func invalid(_ node: Node, _ words: String) -> CourseError {
        CourseError(.usage, "\(path):\(node.mark?.line ?? 1): \(words)")
    }
}

extension GradingConfig {
    /// Reads `grading.yml`.
    ///
    /// - Parameter path: name of the file in error messages.
    /// - Throws: `CourseError.usage` with file and line for an unknown key, a value of the wrong kind, a step or test
    ///   that the course doesn't have, or a time without a zone.
    package static func read(_ text: String, path: String = "grading.yml", course: Course) throws -> GradingConfig {
        try GradingFile(path: path, course: course).config(text)
    }
}
