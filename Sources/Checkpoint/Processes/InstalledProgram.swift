internal import Foundation

/// A program of this machine.
struct InstalledProgram: Sendable {
    /// Where it is found, which may hold a link to it only.
    let folder: String
    /// Its own, behind all links.
    let path: String

    /// Nil where there is none.
    ///
    /// - Parameter folders: where to look, in order.
    init?(_ name: String, in folders: [String] = ExecutableSearch.path()) {
        guard let folder = ExecutableSearch.folder(holding: [name], in: folders) else { return nil }
        self.folder = folder
        path = URL(fileURLWithPath: folder + "/" + name).resolvingSymlinksInPath().path
    }

    /// The folder of the program itself.
    var ownFolder: String { (path as NSString).deletingLastPathComponent }

    /// Differs when another program has taken its place: the second in which it changed, and its size in bytes.
    var stamp: String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let changed = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(Int(changed)) \(attributes?[.size] as? Int ?? 0)"
    }
}
