internal import Foundation

/// Parses the output of `git ls-tree` and `git cat-file`.
enum GitTree {
    /// A file's contents in the repository.
    struct Blob: Hashable {
        let id: String
        /// Size in bytes.
        let size: Int
    }

    /// Maximum number of bytes that `cat-file` writes around each file: its id, kind and size.
    static let headerBytes = 64 + 32

    /// Returns the files to read from the output of `ls-tree -r -t -l -z`; anything that isn't a file is left out.
    static func wanted(in listing: Data) throws -> [String: SubmissionListing<Blob>.File] {
        var found = SubmissionListing<Blob>()
        for record in listing.split(separator: 0) {
            guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { throw GitSubmission.unreadable }
            // Fields: mode, kind, id and size.
            let words = String(decoding: record[..<tab], as: UTF8.self).split(separator: " ")
            guard words.count == 4 else { throw GitSubmission.unreadable }
            let path = SubmissionPath.decoded(record[record.index(after: tab)...])
            switch words[0] {
            case "100644", "100755", "100664":
                // A missing object has no size. That only matters if the file is wanted.
                let blob = Blob(id: String(words[2]), size: Int(words[3]) ?? -1)
                try found.addFile(path, size: 0, isExecutable: words[0] == "100755", body: blob)
            case "040000": try found.addFolder(path)
            default: try found.addLink(path, to: nil, isHard: false)
            }
        }
        let wanted = try found.wanted()
        guard wanted.values.allSatisfy({ $0.body.size >= 0 }) else { throw GitSubmission.unreadable }
        return wanted
    }

    /// Returns the contents of files, in the order in which `cat-file --batch` was given their ids.
    static func contents(_ blobs: [Blob], in output: Data) throws -> [Data] {
        var rest = output
        return try blobs.map { blob in
            let header = Data("\(blob.id) blob \(blob.size)\n".utf8)
            guard rest.starts(with: header), rest.count > header.count + blob.size else {
                throw GitSubmission.unreadable
            }
            let contents = rest.dropFirst(header.count).prefix(blob.size)
            rest = rest.dropFirst(header.count + blob.size + 1)
            return Data(contents)
        }
    }
}
