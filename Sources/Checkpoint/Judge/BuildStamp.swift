internal import Foundation

/// Remembers of what a folder's contents were made, so that they are made once.
struct BuildStamp: Sendable {
    let folder: String
    let key: String

    private var path: String { folder + "/stamp" }

    /// Calls `make` for the folder, unless it was made of the same before.
    ///
    /// The stamp comes last: a folder that was left half made is made anew.
    /// - Parameter empties: takes away what is there first; without it `make` builds on that.
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
    static func of(_ texts: [String]) -> String {
        var fingerprint = Fingerprint()
        for text in texts { fingerprint.add(text) }
        return fingerprint.hex
    }

    /// Adds what a file that a build wrote looks like from outside; its contents change only with these.
    mutating func add(fileAt path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let modified = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
        add("\(path) \((attributes?[.size] as? Int) ?? -1) \(modified)")
    }
}
