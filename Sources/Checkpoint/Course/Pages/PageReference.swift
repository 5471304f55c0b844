/// A line of a page that stands for something read from the course, such as code, a test or a list.
package enum PageReference: Hashable, Sendable {
    /// A `@show` region, or a body that the learner writes, with `context` lines before and after it.
    case region(name: String, context: Int)
    /// A file, or a part of it.
    case code(path: String, CodeExtent)
    /// The source of a test, by its id.
    case test(id: String)
    /// A wrong answer of the step.
    case wrong(name: String)
    /// A small program of the lesson, started with `vitals-course run`.
    case program(name: String)
    /// The titles of the step's tests.
    case tests
    /// The wrong answers that the paragraph is about.
    case mistake(names: [String])

    /// - Returns: nil if the line isn't a reference.
    /// - Throws: `MarkerError` at `path` and `line` if the reference is malformed.
    init?(_ text: Substring, path: String, line: Int) throws {
        guard let syntax = MarkerSyntax(path: path), case .marker(let word, let arguments) = syntax.read(text) else {
            return nil
        }
        func fail(_ message: String) -> MarkerError { MarkerError(file: path, line: line, message: message) }
        func only() throws -> String {
            guard arguments.count == 1 else { throw fail("@\(word) takes one name") }
            return arguments[0]
        }
        switch word {
        case "show":
            guard let name = arguments.first, arguments.count < 3 else {
                throw fail("@show takes a name, and a number of lines around it")
            }
            guard let context = Int(arguments.dropFirst().first ?? "0"), context >= 0 else {
                throw fail("\(arguments[1]) isn't a number of lines")
            }
            self = .region(name: name, context: context)
        case "code":
            guard let path = arguments.first, let extent = CodeExtent(arguments.dropFirst()) else {
                throw fail("@code takes a path, and words that begin a declaration, or a first .. and a last line")
            }
            self = .code(path: path, extent)
        case "test": self = .test(id: try only())
        case "wrong": self = .wrong(name: try only())
        case "program": self = .program(name: try only())
        case "tests":
            guard arguments.isEmpty else { throw fail("@tests takes nothing") }
            self = .tests
        case "mistake":
            guard !arguments.isEmpty else { throw fail("@mistake takes the names of wrong answers") }
            self = .mistake(names: arguments)
        default: throw fail("a page has no marker @\(word)")
        }
    }
}
