import Testing

/// A test's argument that is known by a short name.
///
/// Swift Testing writes other arguments out in full: in the log, and, where they can be encoded, in every event of the
/// test's stream. Four megabytes of bytes took 20 s.
package struct Named<Value: Sendable>: CustomTestStringConvertible, Sendable {
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    package var testDescription: String { name }
}
