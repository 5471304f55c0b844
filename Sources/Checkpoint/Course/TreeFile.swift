package import Foundation

/// A file in a tree that the course generates.
package struct TreeFile: Hashable, Sendable {
    package var contents: Data
    package var isExecutable = false

    package init(_ contents: Data, isExecutable: Bool = false) {
        self.contents = contents
        self.isExecutable = isExecutable
    }

    package init(_ text: String) { self.init(Data(text.utf8)) }

    package var text: String? { String(data: contents, encoding: .utf8) }

    /// Writes the file only if it differs from the one on disk, so that a build doesn't treat it as changed.
    ///
    /// - Returns: true if the file was written.
    @discardableResult
    package func write(to path: String) throws -> Bool {
        let manager = FileManager.default
        if manager.contents(atPath: path) != contents {
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { String(decoding: path.utf8[..<$0], as: UTF8.self) } ?? "."
            try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try contents.write(to: URL(fileURLWithPath: path), options: .atomic)
        } else if !isExecutable || manager.isExecutableFile(atPath: path) {
            return false
        }
        try manager.setAttributes([.posixPermissions: isExecutable ? 0o755 : 0o644], ofItemAtPath: path)
        return true
    }
}
