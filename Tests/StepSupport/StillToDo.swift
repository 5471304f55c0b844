/// A part of a file that is no Swift is still to be written; `description` is what `NotWritten` of the module says.
package struct StillToDo: Error, CustomStringConvertible {
    /// `@@todo STEP PLACE TASK`
    package let description: String

    package init(_ description: String) { self.description = description }
}
