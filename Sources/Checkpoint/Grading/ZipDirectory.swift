internal import CheckpointSystem
internal import Foundation

/// The central directory of a zip archive.
///
/// It alone decides: bytes between the entries are ignored, and each entry's own header has to agree with the
/// directory.
struct ZipDirectory {
    private let archive: LittleEndianBytes
    private let start: Int
    private let end: Int
    private let count: Int

    /// - Throws: `SubmissionProblem` when none is found, or it is of an unsupported kind.
    init(_ archive: LittleEndianBytes) throws {
        self.archive = archive
        let record = try Self.endRecord(archive)
        let disks = try [4, 6].map { try archive.two(at: record + $0) }
        count = try archive.two(at: record + 10)
        let size = try archive.four(at: record + 12)
        start = try archive.four(at: record + 16)
        end = start + size
        guard count != 0xFFFF, start != 0xFFFF_FFFF, size != 0xFFFF_FFFF else { throw Self.tooModern }
        guard disks == [0, 0], try archive.two(at: record + 8) == count else {
            throw SubmissionProblem("It is one part of a split archive. Hand it in as one file.")
        }
        guard end == record else { throw SubmissionProblem.damaged("its directory isn't where it should be") }
        if count > SubmissionLimits.entryCount { throw SubmissionProblem.tooManyEntries }
    }

    /// Returns every entry, in the order of the directory.
    ///
    /// - Throws: `SubmissionProblem` when an entry is damaged or encrypted, or two entries share bytes.
    func members() throws -> [ZipMember] {
        var members: [ZipMember] = []
        var offset = start
        for _ in 0..<count {
            guard try archive.four(at: offset) == 0x0201_4B50 else { throw Self.badEntry }
            let lengths = try [28, 30, 32].map { try archive.two(at: offset + $0) }
            members.append(try member(at: offset, name: try archive.slice(at: offset + 46, lengths[0])))
            offset += 46 + lengths.reduce(0, +)
        }
        guard offset == end else { throw Self.badEntry }
        // If many files could share the same bytes, a small archive could unpack to a huge size.
        var used = 0
        for extent in members.map(\.extent).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard extent.lowerBound >= used else { throw SubmissionProblem.damaged("its entries overlap") }
            used = extent.upperBound
        }
        guard used <= start else { throw SubmissionProblem.damaged("its entries overlap") }
        return members
    }

    private func member(at offset: Int, name: ArraySlice<UInt8>) throws -> ZipMember {
        let path = SubmissionPath.decoded(Data(name))
        try Self.refuseWindowsPath(path)
        let flags = try archive.two(at: offset + 8)
        let method = try archive.two(at: offset + 10)
        // Encrypted entries have bit 0, 6 or 13 set; method 99 stands for AES.
        guard flags & 0x2041 == 0, method != 99 else {
            throw SubmissionProblem("It is encrypted. Pack it again without a password.")
        }
        guard method == 0 || method == 8 else {
            throw SubmissionProblem(
                "\(PlainText.quoted(path)) is compressed in a way that isn't supported (method \(method)). "
                    + "Pack it again with an ordinary program, such as zip -r.")
        }
        let packedSize = try archive.four(at: offset + 20)
        let size = try archive.four(at: offset + 24)
        let header = try archive.four(at: offset + 42)
        guard packedSize != 0xFFFF_FFFF, size != 0xFFFF_FFFF, header != 0xFFFF_FFFF else { throw Self.tooModern }
        guard method == 8 || packedSize == size else { throw Self.badEntry }
        let dataStart = try contents(ofHeaderAt: header, method: method, name: name)
        _ = try archive.slice(at: dataStart, packedSize)
        let mode = try archive.four(at: offset + 38) >> 16
        let host = try archive.two(at: offset + 4) >> 8
        return ZipMember(
            path: path, kind: ZipMember.kind(path: path, host: host, mode: mode),
            isExecutable: (host == 3 || host == 19) && mode & 0o100 != 0, checksum: try archive.four(at: offset + 16),
            size: size, extent: header..<dataStart + packedSize, start: dataStart, isDeflated: method == 8)
    }

    /// Returns the offset at which an entry's contents begin. The entry's own header must agree with the directory.
    private func contents(ofHeaderAt offset: Int, method: Int, name: ArraySlice<UInt8>) throws -> Int {
        guard try archive.four(at: offset) == 0x0403_4B50, try archive.two(at: offset + 8) == method,
            try archive.two(at: offset + 26) == name.count, try archive.slice(at: offset + 30, name.count) == name
        else { throw Self.badEntry }
        return offset + 30 + name.count + (try archive.two(at: offset + 28))
    }

    /// Returns the offset of the record at the end. Only a comment of the stated length may follow it.
    private static func endRecord(_ archive: LittleEndianBytes) throws -> Int {
        let last = archive.count - 22
        for offset in stride(from: last, through: max(0, last - 0xFFFF), by: -1) {
            if try archive.four(at: offset) == 0x0605_4B50, try archive.two(at: offset + 20) == last - offset {
                return offset
            }
        }
        throw SubmissionProblem("It isn't a zip archive, or its end is missing. Create it again.")
    }

    private static func refuseWindowsPath(_ path: String) throws {
        let isDrive = path.utf8.dropFirst().first == UInt8(ascii: ":") && path.first?.isLetter == true
        guard !path.utf8.contains(UInt8(ascii: "\\")), !isDrive else {
            throw SubmissionProblem(
                "A path in it is a Windows path: \(PlainText.quoted(path)). Pack it again with a program that "
                    + "writes / between folders.")
        }
    }

    private static let tooModern = SubmissionProblem(
        "It is a zip of the kind for very large archives (zip64), which isn't supported. Pack it again with an "
            + "ordinary program."
    )
    private static let badEntry = SubmissionProblem.damaged("an entry doesn't match the directory")
}
