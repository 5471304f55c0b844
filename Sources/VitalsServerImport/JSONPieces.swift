import Foundation

/// One value of a large JSON object: a member, or one element of a member that is a list.
struct JSONPiece: Equatable {
    /// The member's name, as written, without its quotes.
    let name: String
    /// True for an element of a list.
    let isElement: Bool
    /// The value's text.
    let bytes: [UInt8]
}

/// Reads the object of a file piece by piece, so that its size doesn't matter. It finds where values begin and end; whoever takes a
/// piece parses it.
struct JSONPieces {
    private let file: FileHandle
    private var buffer: [UInt8] = []
    private var position = 0
    private var list: String?
    private var isBegun = false

    private static let chunkSizeBytes = 256 << 10
    /// The largest piece, 16 MiB: a record or an entity has 256 KiB at most.
    static let pieceSizeBytes = 16 << 20

    init(_ file: FileHandle) { self.file = file }

    /// The next piece; nil at the end of the object, after which nothing follows.
    ///
    /// - Throws: `PersonImportError`; an error of the file.
    mutating func next() throws -> JSONPiece? {
        if !isBegun {
            try expect(0x7B)
            isBegun = true
        }
        while true {
            let byte = try visible()
            if let name = list {
                switch byte {
                case 0x5D: (list, position) = (nil, position + 1)
                case 0x2C: position += 1
                default: return JSONPiece(name: name, isElement: true, bytes: try value())
                }
                continue
            }
            switch byte {
            case 0x2C: position += 1
            case 0x7D:
                position += 1
                guard try peekVisible() == nil else { throw PersonImportError.notAnExport }
                return nil
            case 0x22:
                let name = String(decoding: try value().dropFirst().dropLast(), as: UTF8.self)
                try expect(0x3A)
                guard try visible() == 0x5B else { return JSONPiece(name: name, isElement: false, bytes: try value()) }
                (list, position) = (name, position + 1)
            default: throw PersonImportError.notAnExport
            }
        }
    }

    /// The text of the value that begins here.
    private mutating func value() throws -> [UInt8] {
        var (bytes, depth, isText, isEscaped) = ([UInt8](), 0, false, false)
        while let byte = try peek() {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x22 {
                    isText = false
                }
            } else {
                switch byte {
                case 0x22: isText = true
                case 0x5B, 0x7B: depth += 1
                case 0x5D, 0x7D:
                    if depth == 0 { return bytes }
                    depth -= 1
                case 0x2C, 0x20, 0x09, 0x0A, 0x0D: if depth == 0 { return bytes }
                default: break
                }
            }
            bytes.append(byte)
            position += 1
            guard bytes.count <= Self.pieceSizeBytes else { throw PersonImportError.notAnExport }
            let isClosed = byte == 0x22 || byte == 0x5D || byte == 0x7D
            if isClosed, depth == 0, !isText { return bytes }
        }
        throw PersonImportError.cutOff
    }

    private mutating func expect(_ byte: UInt8) throws {
        guard try visible() == byte else { throw PersonImportError.notAnExport }
        position += 1
    }

    private mutating func visible() throws -> UInt8 {
        guard let byte = try peekVisible() else { throw PersonImportError.cutOff }
        return byte
    }

    private mutating func peekVisible() throws -> UInt8? {
        while let byte = try peek() {
            guard byte == 0x20 || (0x09...0x0D).contains(byte) else { return byte }
            position += 1
        }
        return nil
    }

    private mutating func peek() throws -> UInt8? {
        if position == buffer.count {
            buffer = [UInt8](try file.read(upToCount: Self.chunkSizeBytes) ?? Data())
            position = 0
        }
        return position < buffer.count ? buffer[position] : nil
    }
}

/// The reason why a file can't be imported, as a sentence for a person.
package enum PersonImportError: Error, CustomStringConvertible {
    case notAnExport
    case cutOff

    package var description: String {
        switch self {
        case .notAnExport: "The file isn't what `vitals-server user export` writes."
        case .cutOff: "The file ends in the middle. Export the user again, and copy the whole file."
        }
    }
}
