/// A feature's reader of what an export of Apple Health holds beside the samples of part one.
package protocol HealthTagReader: ImportReader {
    /// The types of the records that it reads. A damaged one is unreadable then, and not one of another type.
    var recordTypes: Set<String> { get }

    /// Takes a start tag that is sound XML. It's called for each one, in the order of the file.
    ///
    /// - Parameters:
    ///   - depth: the number of elements that the tag is in; 1 for one directly in the root.
    ///   - transaction: stores what the tag says.
    ///   - summary: counts it. `HealthExportSummary.recordsRead` counts by itself.
    /// - Returns: true if the tag is this reader's; it isn't read or counted further.
    func take(
        _ tag: XMLTag, depth: Int, into transaction: inout ImportTransaction, _ summary: inout HealthExportSummary
    ) throws -> Bool

    /// Stores what still waits, and puts its counts into the summary. Called after the last tag of a complete file.
    func finish(into transaction: inout ImportTransaction, _ summary: inout HealthExportSummary) throws
}

/// Counts of what an import took beside records: things of one sort, such as workouts.
public struct HealthExportItems: Hashable, Sendable {
    /// Their name in lower case, such as `workouts`.
    public let name: String
    /// Those that were new to this store.
    public package(set) var addedCount = 0
    /// Those that this store knew already, and those that were deleted here.
    public package(set) var presentCount = 0

    package init(_ name: String) { self.name = name }

    /// All that were read.
    public var count: Int { addedCount + presentCount }
}
