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
        var (count, isExport) = (0, false)
        try Self.read(file) { item in
            count += 1
            if case .member("id", _) = item { isExport = true }
        }
        guard isExport else { throw PersonImportError.notAnExport }
        return count
    }

    /// Stores what the file has for a user that has nothing yet.
    ///
    /// - Parameter progress: gets the number of elements that were read.
    /// - Throws: `PersonImportError`; an error of the file or the store. What came before it is stored.
    package func run(
        _ file: FileHandle, into store: any SyncStore, user: UUID, progress: (Int) -> Void = { _ in }
    ) async throws -> Report {
        var (elements, report, read) = (Self.elements(of: file), Report(), 0)
        var (batch, size): ([JSONValue], Int) = ([], 0)
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
        while let item = try Self.next(&elements) {
            read += 1
            let (name, value) = item.named
            guard let list = lists[name] else {
                if name != "id" { report.leftOut[name, default: 0] += 1 }
                continue
            }
            let isFull = batch.count >= list.batchCount || size + elements.sizeBytes > Self.batchSizeBytes
            if list.name != current?.name || isFull { try await flush() }
            current = list
            batch.append(value)
            size += elements.sizeBytes
        }
        try await flush()
        return report
    }

    /// The most text in a batch, in bytes: well below what a push may bring.
    private static let batchSizeBytes = 2 << 20

    private static func elements(of file: FileHandle) -> JSONElements {
        JSONElements { [UInt8](try file.read(upToCount: 256 << 10) ?? Data()) }
    }

    private static func next(_ elements: inout JSONElements) throws -> JSONElements.Item? {
        do {
            return try elements.next()
        } catch let fault as JSONElements.Fault {
            throw fault == .damaged ? PersonImportError.damaged : .notAnExport
        }
    }

    private static func read(_ file: FileHandle, _ body: (JSONElements.Item) -> Void) throws {
        var elements = elements(of: file)
        while let item = try next(&elements) { body(item) }
    }
}

extension JSONElements.Item {
    /// The member's name, and its value or one element of it.
    fileprivate var named: (String, JSONValue) {
        switch self {
        case .member(let name, let value): (name, value)
        case .element(let list, let value): (list, value)
        }
    }
}

/// The reason why a file can't be imported, as a sentence for a person.
package enum PersonImportError: Error, CustomStringConvertible {
    case notAnExport
    case damaged

    package var description: String {
        switch self {
        case .notAnExport: "The file isn't what `vitals-server user export` writes."
        case .damaged: "The file is damaged, or ends in the middle. Export the user again, and copy the whole file."
        }
    }
}
