package import Testing

/// Records an issue with the message unless the condition is true, as `#expect` does.
///
/// The official tests use it in place of `#expect` for two reasons. A learner waits for the compiler at each check, and it
/// needs about a fifth less time for them: `#expect` is a macro, which it expands and type-checks at every call. And here a
/// message is required, because the message is all that a learner reads.
///
/// - Parameter message: tells the learner what should be true, and what is.
package func expect(
    _ condition: Bool, _ message: @autoclosure () -> Comment,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard !condition else { return }
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Issue.record(message(), sourceLocation: place)
}

/// Records an issue at another place, that of the caller's caller for example.
package func expect(_ condition: Bool, _ message: @autoclosure () -> Comment, sourceLocation: SourceLocation) {
    if !condition { Issue.record(message(), sourceLocation: sourceLocation) }
}
