/// A zip whose files are stored without compression, for tests that need special names and damage. It may claim another method.
struct HealthStoredZip {
    private var files: [(name: [UInt8], content: [UInt8], checksum: UInt32, offset: Int)] = []
    private var body: [UInt8] = []
    private let method: Int

    init(method: Int = 0) { self.method = method }

    mutating func add(_ name: String, _ content: [UInt8], checksum: UInt32? = nil) {
        let checksum = checksum ?? HealthStoredZip.crc32(content)
        files.append((Array(name.utf8), content, checksum, body.count))
        body += [0x50, 0x4B, 3, 4] + header(files[files.count - 1]) + Array(name.utf8) + content
    }

    var bytes: [UInt8] {
        var directory: [UInt8] = []
        for file in files {
            directory += [0x50, 0x4B, 1, 2] + little(0x031E, 2) + header(file)
            directory += little(0, 2) + little(0, 2) + little(0, 2) + little(0x81A4_0000, 4) + little(file.offset, 4)
            directory += file.name
        }
        return body + directory + [0x50, 0x4B, 5, 6] + little(0, 4) + little(files.count, 2) + little(files.count, 2)
            + little(directory.count, 4) + little(body.count, 4) + little(0, 2)
    }

    /// Returns a header: version 2.0, names in UTF-8, stored, 1980-01-01.
    private func header(_ file: (name: [UInt8], content: [UInt8], checksum: UInt32, offset: Int)) -> [UInt8] {
        little(20, 2) + little(0x0800, 2) + little(method, 2) + little(0, 2) + little(0x21, 2)
            + little(Int(file.checksum), 4) + little(file.content.count, 4) + little(file.content.count, 4)
            + little(file.name.count, 2) + little(0, 2)
    }

    private func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}
