import Foundation

/// A builder of zip archives, byte by byte, which can also create archives that no program writes.
struct ZipBuilder {
    struct Member {
        var name: String
        /// The data as it's stored.
        var packed: Data
        var size: Int
        var checksum: Int
        var method = 0
        var flags = 0
        /// The Unix mode; nil for a host system without modes.
        var mode: Int? = 0o100644
        /// The name in the member's own header.
        var nameInHeader: String?
        /// The member's offset in the directory; nil for the true offset.
        var offset: Int?

        init(_ name: String, _ contents: String = "", mode: Int? = 0o100644) {
            self.name = name
            packed = Data(contents.utf8)
            size = packed.count
            checksum = ZipBuilder.checksum(packed)
            self.mode = mode
        }

        /// Returns a member deflated by gzip.
        static func deflated(_ name: String, _ contents: Data, mode: Int? = 0o100644) async throws -> Member {
            var member = Member(name, mode: mode)
            // Ten bytes before what is deflated; behind it the sum and the length, of four bytes each.
            let stream = try await SubmissionFixture.gzip(contents)
            member.packed = Data(stream.dropFirst(10).dropLast(8))
            member.size = contents.count
            member.checksum = stream.suffix(8).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            member.method = 8
            return member
        }
    }

    var members: [Member] = []
    var comment = ""

    init(_ members: [Member] = []) { self.members = members }

    var archive: Data {
        var bytes = Data()
        var directory = Data()
        for member in members {
            let offset = member.offset ?? bytes.count
            let name = Data((member.nameInHeader ?? member.name).utf8)
            let common =
                Self.two(member.flags, member.method, 0, 0)
                + Self.four(member.checksum, member.packed.count, member.size)
            bytes += Self.four(0x0403_4B50) + Self.two(20) + common + Self.two(name.count, 0) + name + member.packed
            directory += Self.four(0x0201_4B50) + Self.two(member.mode == nil ? 20 : 3 << 8 | 20, 20) + common
            directory += Self.two(member.name.utf8.count, 0, 0, 0, 0) + Self.four((member.mode ?? 0) << 16, offset)
            directory += Data(member.name.utf8)
        }
        let end = Self.two(0, 0, members.count, members.count) + Self.four(directory.count, bytes.count)
        return bytes + directory + Self.four(0x0605_4B50) + end + Self.two(comment.utf8.count) + Data(comment.utf8)
    }

    static func two(_ numbers: Int...) -> Data { little(numbers, 2) }

    static func four(_ numbers: Int...) -> Data { little(numbers, 4) }

    private static func little(_ numbers: [Int], _ count: Int) -> Data {
        Data(numbers.flatMap { number in (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } })
    }

    /// Returns the CRC-32, computed bit by bit.
    static func checksum(_ data: Data) -> Int {
        let sum = data.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
