internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Reads a zip archive by its central directory, with deflated and stored members, as PKWARE's APPNOTE describes them.
struct ZipReader {
    private let archive: LittleEndianBytes

    init(_ archive: Data) { self.archive = LittleEndianBytes(archive) }

    /// Returns the learner's files and the progress.
    ///
    /// - Throws: `SubmissionProblem` for an archive that is damaged, encrypted, too large, or has paths that lead
    ///   outside; `CourseError` when there is no gzip.
    func files() async throws -> [String: TreeFile] {
        let members = try ZipDirectory(archive).members()
        var listing = SubmissionListing<ZipMember>()
        var links: [ZipMember] = []
        for member in members {
            switch member.kind {
            case .folder: try listing.addFolder(member.path)
            case .file:
                try listing.addFile(
                    member.path, size: member.size, isExecutable: member.isExecutable, body: member)
            case .link:
                try listing.addLink(member.path, to: nil, isHard: false)
                guard member.size <= 4096 else { throw SubmissionProblem.damaged("a link in it is too long") }
                links.append(member)
            case .other:
                throw SubmissionProblem(
                    "It has \(PlainText.quoted(member.path)) in it, which is a device or a pipe, not a file. "
                        + "Leave it out.")
            }
        }
        let wanted = try listing.wanted().sorted { $0.key < $1.key }
        let contents = try await unpacked(links + wanted.map(\.value.body))
        for (link, target) in zip(links, contents) {
            try SubmissionListing<ZipMember>.check(
                try SubmissionPath(link.path), linksTo: SubmissionPath.decoded(target))
        }
        let files = zip(wanted, contents.dropFirst(links.count)).map {
            ($0.key, TreeFile($1, isExecutable: $0.value.isExecutable))
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    /// Returns the contents of members, in their order. Each becomes a member of a stream for gzip, which compares the
    /// checksums.
    private func unpacked(_ members: [ZipMember]) async throws -> [Data] {
        guard !members.isEmpty else { return [] }
        var stream = Data()
        for member in members {
            let packed = try archive.slice(at: member.start, member.packedSize)
            stream += GzipStream.memberStart
            stream += member.isDeflated ? Data(packed) : Self.stored(packed)
            for number in [member.checksum, member.size] {
                for shift in [0, 8, 16, 24] { stream.append(UInt8(truncatingIfNeeded: number >> shift)) }
            }
        }
        var rest = try await GzipStream.unpacked(stream)
        guard rest.count == members.reduce(0, { $0 + $1.size }) else {
            throw SubmissionProblem.damaged("its files don't have the lengths it says")
        }
        return members.map { member in
            defer { rest = rest.dropFirst(member.size) }
            return Data(rest.prefix(member.size))
        }
    }

    /// Returns the bytes as uncompressed blocks of deflate (RFC 1951, 3.2.4).
    private static func stored(_ bytes: ArraySlice<UInt8>) -> Data {
        var blocks = Data()
        var rest = bytes
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let low = UInt8(block.count & 0xFF)
            let high = UInt8(block.count >> 8)
            blocks += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high]
            blocks += block
        } while !rest.isEmpty
        return blocks
    }
}
