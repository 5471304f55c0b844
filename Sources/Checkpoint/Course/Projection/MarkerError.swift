/// A malformed or misplaced marker, with its location.
package struct MarkerError: Error, Hashable, CustomStringConvertible, Sendable {
    package let file: String
    /// The line of the marker, counted from 1.
    package let line: Int
    package let message: String

    package var description: String { "\(file):\(line): \(message)" }
}
