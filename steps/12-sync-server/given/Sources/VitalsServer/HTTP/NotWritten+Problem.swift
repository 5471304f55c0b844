package import Vitals

/// What a body of the server throws that is still to be written: a request then gets a 501 that says which.
package func notWritten(
    _ step: Int, _ task: String, file: StaticString = #fileID, line: UInt = #line
) -> NotWritten {
    NotWritten(step, task, file: file, line: line)
}

extension NotWritten: ServiceErrorConvertible {
    var serviceError: ServiceError {
        ServiceError(501, "not_written", "This is still to be written", description)
    }
}
