internal import CheckpointCourse
internal import Foundation

/// Records the inputs that a folder was built from, so that it is built only once.
struct BuildStamp: Sendable {
    let folder: String
    let key: String

    private var path: String { folder + "/stamp" }

    /// Calls `make` for the folder, unless it was built from the same inputs before.
    ///
    /// The stamp is written last, so a folder that was left half built is built again.
    /// - Parameter empties: true to remove the old contents first; false to let `make` build on them.
    func making(empties: Bool = true, _ make: () async throws -> Void) async throws {
        let manager = FileManager.default
        if isCurrent { return }
        try? manager.removeItem(atPath: empties ? folder : path)
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await make()
        try key.write(toFile: path, atomically: true, encoding: .utf8)
    }

    var isCurrent: Bool { (try? String(contentsOfFile: path, encoding: .utf8)) == key }
}

extension Fingerprint {
    package static func of(_ texts: [String]) -> String {
        var fingerprint = Fingerprint()
        for text in texts { fingerprint.add(text) }
        return fingerprint.hex
    }

    /// Adds the size and modification date of a file that a build wrote; its contents change only with these.
    package mutating func add(fileAt path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let modified = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
        add("\(path) \((attributes?[.size] as? Int) ?? -1) \(modified)")
    }
}
