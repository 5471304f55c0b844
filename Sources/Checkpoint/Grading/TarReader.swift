internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Reads a tar archive: the ustar form, the extended headers of POSIX (pax), and GNU's long names.
enum TarReader {
    /// Returns the learner's files and the progress.
    ///
    /// - Throws: `SubmissionProblem` for an archive that is damaged, too large, or has paths that lead outside.
    static func files(_ archive: Data) throws -> [String: TreeFile] {
        var listing = SubmissionListing<Data>()
        var rest = archive
        var extra = TarExtra()
        while let header = try TarHeader(rest.prefix(TarHeader.bytes)) {
            rest = rest.dropFirst(TarHeader.bytes)
            let size = TarExtra.kinds.contains(header.kind) ? header.size : extra.size ?? header.size
            guard size >= 0, size <= rest.count else {
                throw SubmissionProblem.damaged("it ends in the middle of a file")
            }
            let body = rest.prefix(size)
            // The contents are padded to whole blocks.
            rest = rest.dropFirst((size + TarHeader.bytes - 1) / TarHeader.bytes * TarHeader.bytes)
            if try extra.take(body, of: header.kind) { continue }
            try add(header, extra, body, to: &listing)
            extra = TarExtra()
        }
        return try listing.wanted().mapValues { TreeFile(Data($0.body), isExecutable: $0.isExecutable) }
    }

    private static func add(
        _ header: TarHeader, _ extra: TarExtra, _ body: Data, to listing: inout SubmissionListing<Data>
    ) throws {
        let path = extra.path ?? header.path
        let target = extra.linkTarget ?? header.linkTarget
        switch header.kind {
        case "0", "\0", "7":
            if path.utf8.last == UInt8(ascii: "/") {
                // The earliest tar programs wrote folders like this.
                try listing.addFolder(path)
            } else {
                try listing.addFile(path, size: body.count, isExecutable: header.isExecutable, body: body)
            }
        case "1", "2": try listing.addLink(path, to: target, isHard: header.kind == "1")
        case "5": try listing.addFolder(path)
        case "3", "4", "6":
            throw SubmissionProblem(
                "It has \(PlainText.quoted(path)) in it, which is a device or a pipe, not a file. Leave it out."
            )
        default:
            throw SubmissionProblem(
                "It has \(PlainText.quoted(path)) in it, which is of a kind that isn't supported. "
                    + "Pack it again: tar -czf NAME.tar.gz FOLDER")
        }
    }
}
