/// An entry of a zip archive, as its central directory and its own header have it.
struct ZipMember {
    enum Kind { case file, folder, link, other }

    let path: String
    let kind: Kind
    let isExecutable: Bool
    /// CRC-32.
    let checksum: Int
    /// Unpacked, in bytes.
    let size: Int
    /// Its entire extent in the archive, with its header.
    let extent: Range<Int>
    /// Where its packed bytes begin; they end with the extent.
    let start: Int
    let isDeflated: Bool

    var packedSize: Int { extent.upperBound - start }

    /// What an entry is; only where it was packed on a system with such modes do these say something.
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
