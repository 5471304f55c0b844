package import Foundation
import Vitals
package import VitalsServer

/// Gives a user everything that `user export` wrote of a person, here or on another server.
package struct PersonImport {
    /// What became of the lists of a file.
    package struct Report: Encodable, Sendable {
        /// The elements that were stored, by list.
        package fileprivate(set) var stored: [String: Int] = [:]
        /// The elements that weren't.
        package fileprivate(set) var refusedCount = 0
        /// The first ten of them, each with its reason and without a value.
        package fileprivate(set) var refused: [String] = []
        /// The lists and members that a server doesn't take from another, with the number of their elements.
        package fileprivate(set) var leftOut: [String: Int] = [:]
    }

    private let lists: [String: ImportedList]

    /// - Parameter features: those that change what a push may hold.
    package init(features: [ServerFeature]) {
        let rules = features.reduce(into: PushRules()) { $1.changeRules(&$0) }
        lists = Dictionary(
            ([.records(rules)] + ImportedList.all).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads the whole file without storing anything, and counts its elements.
    ///
    /// - Throws: `PersonImportError` for a file that isn't an export, or not all of one; an error of the file.
    package func check(_ file: FileHandle) throws -> Int {
        var (pieces, count, names) = (JSONPieces(file), 0, Set<String>())
        while let piece = try pieces.next() {
            count += 1
            if !piece.isElement { names.insert(piece.name) }
        }
        guard names.contains("id") else { throw PersonImportError.notAnExport }
        return count
    }

    /// Stores what the file has for a user that has nothing yet.
    ///
    /// - Parameter progress: gets the number of elements that were read.
    /// - Throws: `PersonImportError`; an error of the file or the store. What came before it is stored.
    package func run(
        _ file: FileHandle, into store: any SyncStore, user: UUID, progress: (Int) -> Void = { _ in }
    ) async throws -> Report {
        var (pieces, report, read) = (JSONPieces(file), Report(), 0)
        var (batch, size): ([[UInt8]], Int) = ([], 0)
        var current: ImportedList?
        func flush() async throws {
            guard let list = current, !batch.isEmpty else { return }
            let outcome = try await list.take(batch, store, user)
            report.stored[list.name, default: 0] += outcome.storedCount
            report.refusedCount += outcome.refused.count
            report.refused += outcome.refused.prefix(10 - report.refused.count)
            (batch, size) = ([], 0)
            progress(read)
        }
        while let piece = try pieces.next() {
            read += 1
            guard let list = lists[piece.name] else {
                if piece.name != "id" { report.leftOut[piece.name, default: 0] += 1 }
                continue
            }
            let isFull = batch.count >= list.batchCount || size + piece.bytes.count > Self.batchSizeBytes
            if list.name != current?.name || isFull { try await flush() }
            current = list
            batch.append(piece.bytes)
            size += piece.bytes.count
        }
        try await flush()
        return report
    }

    /// The most text in a batch: well below what a push may bring.
    private static let batchSizeBytes = 2 << 20
}
