internal import Foundation

/// Reads little-endian numbers from untrusted bytes; any offset may be requested, and out of range throws.
struct LittleEndianBytes {
    private let bytes: [UInt8]

    init(_ data: Data) { bytes = [UInt8](data) }

    var count: Int { bytes.count }

    /// - Throws: `SubmissionProblem` when the range isn't within the bytes.
    func slice(at offset: Int, _ count: Int) throws -> ArraySlice<UInt8> {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            throw SubmissionProblem.damaged("a part of it is missing")
        }
        return bytes[offset..<offset + count]
    }

    func two(at offset: Int) throws -> Int { try number(at: offset, 2) }

    func four(at offset: Int) throws -> Int { try number(at: offset, 4) }

    private func number(at offset: Int, _ count: Int) throws -> Int {
        try slice(at: offset, count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
