/// The members of a JSON object, read in pieces: of a list, one element at a time. So a document of any size takes little memory.
package struct JSONElements {
    package enum Item {
        /// A member of the document that isn't a list.
        case member(name: String, value: JSONValue)
        case element(list: String, value: JSONValue)
    }

    /// The reason why a text can't be read to its end.
    package enum Fault: Error {
        /// It begins with something other than an object.
        case notAnObject
        /// It's no JSON, or ends in the middle.
        case damaged
        /// An element has more than `maximumSizeBytes`.
        case tooLarge
    }

    /// The longest element, in bytes. A record or an entity has 256 KiB at most.
    package static let maximumSizeBytes = 4 << 20

    /// The length of the last item's text, in bytes.
    package private(set) var sizeBytes = 0

    private let nextPiece: () throws -> [UInt8]
    private var piece: [UInt8] = []
    private var position = 0
    private var list: String?
    private var isFirst = true
    private var hasBegun = false

    /// - Parameter nextPiece: returns the next bytes of the text; none at its end.
    package init(_ nextPiece: @escaping () throws -> [UInt8]) { self.nextPiece = nextPiece }

    /// The next one; nil at the end of the document.
    ///
    /// - Throws: `Fault`; errors of the source.
    package mutating func next() throws -> Item? {
        if !hasBegun {
            if try peek() == 0xEF { for _ in 0..<3 { _ = try take() } }
            guard try nextSolid() == UInt8(ascii: "{") else { throw Fault.notAnObject }
            hasBegun = true
        }
        while true {
            if let name = list {
                if try isAtEnd(UInt8(ascii: "]")) {
                    list = nil
                    isFirst = false
                    continue
                }
                return .element(list: name, value: try value())
            }
            if try isAtEnd(UInt8(ascii: "}")) {
                guard try nextSolid() == nil else { throw Fault.damaged }
                return nil
            }
            guard case .string(let name) = try value(), try nextSolid() == UInt8(ascii: ":") else {
                throw Fault.damaged
            }
            if try peekSolid() == UInt8(ascii: "[") {
                _ = try take()
                (list, isFirst) = (name, true)
            } else {
                return .member(name: name, value: try value())
            }
        }
    }

    /// Takes the end of a list or an object, or the comma before what follows.
    private mutating func isAtEnd(_ end: UInt8) throws -> Bool {
        let byte = try peekSolid()
        if byte == end {
            _ = try take()
            return true
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw Fault.damaged }
            _ = try take()
        }
        return false
    }

    /// Reads a value to its end.
    private mutating func value() throws -> JSONValue {
        var bytes: [UInt8] = []
        var (depth, isInText, isEscaped) = (0, false, false)
        guard try peekSolid() != nil else { throw Fault.damaged }
        while let byte = try peek() {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
                    if depth == 0 { return try parsed(bytes) }
                    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
                default: break
                }
            }
            bytes.append(byte)
            position += 1
            guard bytes.count <= Self.maximumSizeBytes else { throw Fault.tooLarge }
            if depth == 0, !isInText,
                byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "\"")
            {
                return try parsed(bytes)
            }
        }
        throw Fault.damaged
    }

    private mutating func parsed(_ bytes: [UInt8]) throws -> JSONValue {
        sizeBytes = bytes.count
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw Fault.damaged
        }
    }

    // MARK: Bytes

    private mutating func peek() throws -> UInt8? {
        if position == piece.count {
            piece = try nextPiece()
            position = 0
        }
        return position < piece.count ? piece[position] : nil
    }

    private mutating func take() throws -> UInt8? {
        let byte = try peek()
        position += 1
        return byte
    }

    private mutating func peekSolid() throws -> UInt8? {
        while let byte = try peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        return try peek()
    }

    private mutating func nextSolid() throws -> UInt8? {
        guard let byte = try peekSolid() else { return nil }
        position += 1
        return byte
    }
}
