import Foundation
package import Testing

/// Records an issue unless the condition is true, as `#expect` does.
///
/// The repository's own tests use these functions in place of `#expect`, which is a macro: the compiler expands it and
/// type-checks it at every call. A module of tests compiles in about half the time without. `#expect(throws:)` and
/// `#require` stay, because they return something.
package func expect(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard !condition else { return }
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Issue.record(finding("not true", comment(), place), sourceLocation: place)
}

/// Records an issue at another place, that of the caller's caller for example.
package func expect(_ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation) {
    if !condition { Issue.record(finding("not true", comment(), sourceLocation), sourceLocation: sourceLocation) }
}

/// Records an issue with both values unless they are equal.
package func expect<Value: Equatable>(
    _ actual: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard actual != expected else { return }
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Issue.record(finding(difference(actual, expected), comment(), place), sourceLocation: place)
}

/// Records an issue with both values at another place.
package func expect<Value: Equatable>(
    _ actual: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation
) {
    guard actual != expected else { return }
    Issue.record(finding(difference(actual, expected), comment(), sourceLocation), sourceLocation: sourceLocation)
}

private func difference(_ actual: Any, _ expected: Any) -> String {
    "\(described(actual)) should be \(described(expected))"
}

/// Some tests compare whole files.
private func described(_ value: Any) -> String {
    let text = String(reflecting: value)
    return text.count > 2_000 ? text.prefix(2_000) + "…" : text
}

/// Says what was found, with the code that asked.
private func finding(_ found: String, _ comment: Comment?, _ place: SourceLocation) -> Comment {
    let source = (try? String(contentsOfFile: place.filePath, encoding: .utf8)) ?? ""
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(place.line - 1)
    let isBroken = lines.first?.hasSuffix("(") == true
    let code = lines.prefix(isBroken ? 2 : 1).map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    let words = [code, found, comment?.rawValue ?? ""].filter { !$0.isEmpty }
    return Comment(rawValue: words.joined(separator: "\n"))
}
