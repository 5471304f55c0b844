import Foundation

/// One source of a `COPY`, and where it goes.
struct ImageCopy {
    let stage: String?
    let source: String
    let destination: String
    let line: Int

    static func all(_ instruction: DockerInstruction) -> [ImageCopy] {
        let words = instruction.words
        guard words.count > 1, let destination = words.last else { return [] }
        return words.dropLast().map {
            ImageCopy(
                stage: instruction.flags["from"], source: $0, destination: destination, line: instruction.line)
        }
    }

    private var name: String { source.split(separator: "/").last.map(String.init) ?? source }

    var isProgram: Bool { stage != nil && name == "vitals-server" }
    var isSchema: Bool { ["db", "schema.sql"].contains(name) }

    /// The page, in an image whose server hands it out.
    var isPage: Bool { stage == nil && name == "web" }

    /// Where the program lies, or the schema: a folder is copied as what is in it, a file into a folder by its name.
    var file: String {
        if isSchema, name == "db" { return (destination as NSString).appendingPathComponent("schema.sql") }
        return destination.hasSuffix("/") ? destination + name : destination
    }
}
