internal import Foundation

/// The block before each entry of a tar archive, as POSIX describes it ("ustar Interchange Format").
struct TarHeader {
    /// Size of a block in bytes.
    static let bytes = 512

    let path: String
    /// Type flag of the entry.
    let kind: Unicode.Scalar
    /// Size of the entry's contents in bytes.
    let size: Int
    let linkTarget: String
    let isExecutable: Bool

    /// Returns nil for the block of zeros that ends an archive.
    ///
    /// - Throws: `SubmissionProblem` for a block that isn't a header, or whose checksum is wrong.
    init?(_ slice: Data) throws {
        guard slice.count == Self.bytes else { throw SubmissionProblem.damaged("it ends before its end mark") }
        let block = [UInt8](slice)
        guard block.contains(where: { $0 != 0 }) else { return nil }
        // The checksum is over the block, with spaces in place of the checksum itself.
        let sum = block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
        guard try Self.number(block[148..<156]) == sum else {
            throw SubmissionProblem.damaged("the checksum of a header is wrong")
        }
        kind = Unicode.Scalar(block[156])
        size = try Self.number(block[124..<136])
        linkTarget = Self.text(block[157..<257])
        isExecutable = try Self.number(block[100..<108]) & 0o100 != 0
        let name = Self.text(block[0..<100])
        // GNU's own format has other data where the ustar format has the beginning of a long path.
        let prefix = block[257..<263].elementsEqual("ustar\0".utf8) ? Self.text(block[345..<500]) : ""
        path = prefix.isEmpty ? name : prefix + "/" + name
    }

    /// Decodes the text up to the first zero byte.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        SubmissionPath.decoded(Data(bytes.prefix { $0 != 0 }))
    }

    /// Reads octal digits. For larger numbers GNU has another format, but those are more than a submission may hold.
    private static func number(_ field: ArraySlice<UInt8>) throws -> Int {
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        guard digits.allSatisfy({ (0x30...0x37).contains($0) }) else {
            throw SubmissionProblem.damaged("a header has a number that is invalid")
        }
        // There are at most twelve digits, so nothing overflows.
        return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    }
}
