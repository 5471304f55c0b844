package import Vitals

/// The answer to a companion's items. A broken one costs only itself.
package struct CompanionReport: Hashable, Sendable {
    /// A remark about one item.
    package struct Note: Hashable, Sendable {
        /// The place in the request.
        package let index: Int
        /// The name of the member, such as `end_time`.
        package let field: String
        /// A sentence for a person, without the value.
        package let message: String

        package init(_ index: Int, _ field: String, _ message: String) {
            self.index = index
            self.field = field
            self.message = message
        }

        fileprivate var json: JSONValue {
            .object([
                .init("index", .count(index)), .init("field", .string(field)), .init("message", .string(message)),
            ])
        }
    }

    /// The number of items. Each of them is counted once more below, or has an error.
    package var received = 0
    package var inserted = 0
    package var updated = 0
    package var duplicates = 0
    package var warnings: [Note] = []
    package var errors: [Note] = []

    package init() {}

    package var json: JSONValue {
        func notes(_ notes: [Note]) -> JSONValue { .array(notes.sorted { $0.index < $1.index }.map(\.json)) }
        return .object([
            .init("received", .count(received)), .init("inserted", .count(inserted)),
            .init("updated", .count(updated)), .init("duplicates", .count(duplicates)),
            .init("warnings", notes(warnings)), .init("errors", notes(errors)),
        ])
    }
}
