import Hummingbird

extension Request {
    /// Reads a whole number without a sign from the query; nil where it wasn't sent.
    ///
    /// - Throws: 400 for anything else, and for a name that occurs twice.
    func wholeNumber(_ name: String) throws(ServiceError) -> Int64? {
        let values = uri.queryParameters[values: name[...]]
        guard let text = values.first else { return nil }
        guard values.count == 1 else { throw .badParameter(name, "Send it once.") }
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(text) else {
            throw .badParameter(name, "Expected a whole number, 0 or more, below 2^63.")
        }
        return number
    }
}
