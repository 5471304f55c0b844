import Synchronization
import Vitals

/// The part of JSON Schema that `openapi.yaml` uses. An unknown keyword is a problem, not a pass.
struct JSONSchema {
    /// The document in which `$ref` is resolved.
    let document: JSONValue

    private static let silent: Set<String> = ["description", "format", "default", "title"]

    /// Reading a pattern takes longer than all else that a check does, and there are only a few.
    private static let patterns = Mutex<[String: Pattern]>([:])

    private static func regex(_ pattern: String) -> Regex<AnyRegexOutput>? {
        patterns.withLock { known in
            if let found = known[pattern] { return found.regex }
            guard let regex = try? Regex(pattern) else { return nil }
            known[pattern] = Pattern(regex: regex)
            return regex
        }
    }

    /// A `Regex` isn't `Sendable`, and matching doesn't change it.
    private struct Pattern: @unchecked Sendable { let regex: Regex<AnyRegexOutput> }

    /// Returns the problems of a value, each with its path; empty if the value fits.
    func problems(of value: JSONValue, schema: JSONValue, at path: String = "$") -> [String] {
        guard case .object(let keywords) = schema else { return ["\(path): the schema is no object"] }
        return keywords.flatMap { check(value, keyword: $0.name, $0.value, in: schema, at: path) }
    }

    private func check(
        _ value: JSONValue, keyword: String, _ rule: JSONValue, in schema: JSONValue, at path: String
    ) -> [String] {
        func unless(_ fits: Bool, _ problem: String) -> [String] { fits ? [] : ["\(path): \(problem)"] }
        switch keyword {
        case "$ref": return problems(of: value, schema: resolve(rule), at: path)
        case "allOf": return (rule.array ?? []).flatMap { problems(of: value, schema: $0, at: path) }
        case "anyOf":
            let fits = (rule.array ?? []).contains { problems(of: value, schema: $0, at: path).isEmpty }
            return unless(fits, "fits none of anyOf")
        case "oneOf":
            let fitting = (rule.array ?? []).filter { problems(of: value, schema: $0, at: path).isEmpty }
            return unless(fitting.count == 1, "fits \(fitting.count) of oneOf")
        case "type":
            let types = rule.array?.compactMap(\.string) ?? [rule.string ?? ""]
            return unless(types.contains { Self.isType(value, $0) }, "is no \(types.joined(separator: " or "))")
        case "const": return unless(value == rule, "is not the constant")
        case "enum": return unless(rule.array?.contains(value) ?? false, "is none of the enum")
        case "required":
            return (rule.array ?? []).compactMap(\.string).flatMap { unless(value[$0] != nil, "lacks \($0)") }
        case "properties":
            guard case .object(let members) = value else { return [] }
            return members.flatMap { member in
                rule[member.name].map { problems(of: member.value, schema: $0, at: "\(path).\(member.name)") } ?? []
            }
        case "additionalProperties":
            guard case .object(let members) = value, rule == .bool(false) else { return [] }
            return members.flatMap { unless(schema["properties"]?[$0.name] != nil, "may not have \($0.name)") }
        case "items":
            return (value.array ?? []).enumerated().flatMap {
                problems(of: $1, schema: rule, at: "\(path)[\($0)]")
            }
        case "pattern":
            guard let text = value.string, let pattern = rule.string, let regex = Self.regex(pattern) else {
                return unless(value.string == nil, "has a pattern that cannot be read")
            }
            return unless(text.firstMatch(of: regex) != nil, "does not match \(pattern)")
        case "minimum", "maximum", "minLength", "minItems", "maxItems", "maxLength":
            return unless(Self.isWithin(value, keyword, rule), "breaks \(keyword)")
        default: return unless(Self.silent.contains(keyword), "has the unknown keyword \(keyword)")
        }
    }

    /// Resolves a reference such as `#/a/b`.
    func resolve(_ reference: JSONValue) -> JSONValue {
        (reference.string ?? "").split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
    }

    private static func isType(_ value: JSONValue, _ type: String) -> Bool {
        switch (value, type) {
        case (.object, "object"), (.array, "array"), (.string, "string"), (.number, "number"), (.bool, "boolean"),
            (.null, "null"):
            true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }

    private static func isWithin(_ value: JSONValue, _ keyword: String, _ rule: JSONValue) -> Bool {
        guard case .number(let bound) = rule else { return false }
        switch (value, keyword) {
        case (.number(let number), "minimum"): return number >= bound
        case (.number(let number), "maximum"): return number <= bound
        case (.string(let text), "minLength"): return Double(text.unicodeScalars.count) >= bound
        case (.string(let text), "maxLength"): return Double(text.unicodeScalars.count) <= bound
        case (.array(let elements), "minItems"): return Double(elements.count) >= bound
        case (.array(let elements), "maxItems"): return Double(elements.count) <= bound
        default: return true
        }
    }
}
