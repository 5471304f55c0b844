/// A part of a file that isn't Swift still has to be written. `description` has the same form as that of the module's
/// `NotWritten`.
package struct StillToDo: Error, CustomStringConvertible {
    /// `@@todo STEP PLACE TASK`
    package let description: String

    package init(_ description: String) { self.description = description }
}
