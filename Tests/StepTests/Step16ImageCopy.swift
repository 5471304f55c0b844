import Foundation

/// One source of a `COPY`, and its destination.
struct ImageCopy {
    let stage: String?
    let source: String
    /// An absolute path in the image.
    let destination: String
    /// True when the destination is a folder, so that a file keeps its name.
    let isIntoFolder: Bool
    let line: Int

    /// Folders that every base image has. Docker treats them as folders even without a slash at the end.
    private static let usualFolders: Set<String> = [
        "/", "/bin", "/etc", "/home", "/lib", "/mnt", "/opt", "/root", "/sbin", "/srv", "/tmp", "/usr", "/usr/bin",
        "/usr/lib", "/usr/local", "/usr/local/bin", "/usr/local/lib", "/usr/local/sbin", "/usr/local/share",
        "/usr/sbin", "/usr/share", "/var", "/var/lib",
    ]

    /// The files that a stage copies with `COPY` and `ADD`. A destination without a leading slash is below `WORKDIR`.
    static func all(in stage: Dockerfile.Stage) -> [ImageCopy] {
        var (folder, folders) = ("/", usualFolders)
        var copies: [ImageCopy] = []
        for instruction in stage.instructions {
            let words = instruction.words
            switch instruction.keyword {
            case "WORKDIR":
                folder = absolute(words.first ?? "", in: folder)
                folders.insert(folder)
            case "COPY", "ADD":
                guard words.count > 1, let last = words.last else { continue }
                let destination = absolute(last, in: folder)
                let isFolder = last.hasSuffix("/") || words.count > 2 || folders.contains(destination)
                copies += words.dropLast().map {
                    ImageCopy(
                        stage: instruction.flags["from"], source: $0, destination: destination,
                        isIntoFolder: isFolder, line: instruction.line)
                }
            default: break
            }
        }
        return copies
    }

    private static func absolute(_ path: String, in folder: String) -> String {
        let parts = (path.hasPrefix("/") ? path : folder + "/" + path).split(separator: "/").filter { $0 != "." }
        return "/" + parts.joined(separator: "/")
    }

    private var name: String { source.split(separator: "/").last.map(String.init) ?? source }

    var isProgram: Bool { stage != nil && name == "vitals-server" }
    var isSchema: Bool { ["db", "schema.sql"].contains(name) }

    /// True for the web page's files, in an image whose server serves them.
    var isPage: Bool { stage == nil && name == "web" }

    /// True for what the server of chapter 18 asks a language model.
    var isPrompts: Bool { stage == nil && name == "prompts" }

    /// The path of the program or the schema in the image. Copying a folder copies its contents; a file keeps its name
    /// in a folder.
    var file: String {
        if isSchema, name == "db" { return (destination as NSString).appendingPathComponent("schema.sql") }
        return isIntoFolder ? (destination as NSString).appendingPathComponent(name) : destination
    }
}
