/// An entry of a zip archive, from its central directory and its own header.
struct ZipMember {
    enum Kind { case file, folder, link, other }

    let path: String
    let kind: Kind
    let isExecutable: Bool
    /// CRC-32.
    let checksum: Int
    /// Unpacked size in bytes.
    let size: Int
    /// Range of the entire entry in the archive, including its header.
    let extent: Range<Int>
    /// Offset of the packed bytes; they end with the extent.
    let start: Int
    let isDeflated: Bool

    var packedSize: Int { extent.upperBound - start }

    /// Returns the kind of an entry. The mode only counts if the archive was packed on a system with Unix modes.
    static func kind(path: String, host: Int, mode: Int) -> Kind {
        let isUnix = host == 3 || host == 19
        switch isUnix ? mode & 0o170000 : 0 {
        case 0o120000: return .link
        case 0o040000: return .folder
        case 0o100000, 0: return path.utf8.last == UInt8(ascii: "/") ? .folder : .file
        default: return .other
        }
    }
}
