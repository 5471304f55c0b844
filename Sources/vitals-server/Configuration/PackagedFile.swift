import Foundation

/// A file that comes with the server, such as `db/schema.sql`.
enum PackagedFile {
    /// Where it may be: the working directory, the `share` folder of an installation next to `bin`, and the checkout that
    /// the program was built in.
    static func places(of path: String) -> [String] {
        var places = [path]
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return places }
        let directory = program.deletingLastPathComponent()
        if let installed = installed(path) { places.append(installed) }
        var ancestor = directory
        for _ in 0..<4 {  // .build/TRIPLE/debug, then the checkout
            ancestor.deleteLastPathComponent()
            places.append(ancestor.appending(path: path).path)
        }
        return places
    }

    /// Where it is if the program was installed, or stands in the folder of an archive.
    static func installed(_ path: String) -> String? {
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
        let root = program.deletingLastPathComponent().deletingLastPathComponent()
        return root.appending(path: "share/vitals/" + path).path
    }
}
