internal import Foundation

/// The symbols that an object file gives to others when programs are linked, and those that it needs of them (ELF of 64
/// bits, as on Linux).
struct ObjectSymbols {
    struct Symbol: Hashable {
        let name: String
        /// True for a symbol that gives way to another of its name. The compiler writes those that every module has a copy
        /// of, such as a function of the standard library with its types filled in.
        let isWeak: Bool
        /// True for one that isn't visible outside of the program that it's linked into.
        let isHidden: Bool
    }

    let defined: [Symbol]
    let needed: Set<String>

    /// - Returns: nil for a file in another format.
    init?(_ file: Data) {
        guard file.count >= 64, file.prefix(6).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        var found: (defined: [Symbol], needed: Set<String>) = ([], [])
        let isRead = file.withUnsafeBytes { bytes in
            guard let sections = Self.sections(in: bytes) else { return false }
            for section in sections where section.kind == Self.symbolTable {
                guard sections.indices.contains(section.link) else { return false }
                Self.symbols(in: bytes, section, names: sections[section.link]) { symbol, isDefined in
                    if isDefined { found.defined.append(symbol) } else { found.needed.insert(symbol.name) }
                }
            }
            return true
        }
        guard isRead else { return nil }
        (defined, needed) = found
    }

    // MARK: The format

    private struct Section {
        let kind: Int
        let offset: Int
        let size: Int
        let link: Int
    }

    private static let symbolTable = 2
    private static let (sectionSize, symbolSize) = (64, 24)

    private static func sections(in bytes: UnsafeRawBufferPointer) -> [Section]? {
        guard let begin = number(in: bytes, at: 40, count: 8), var count = number(in: bytes, at: 60, count: 2) else {
            return nil
        }
        // A file with very many sections has their number in the first of them.
        if count == 0 { count = number(in: bytes, at: begin + 32, count: 8) ?? 0 }
        guard count <= bytes.count / sectionSize else { return nil }
        var sections: [Section] = []
        for index in 0..<count {
            let place = begin + index * sectionSize
            guard let kind = number(in: bytes, at: place + 4, count: 4),
                let offset = number(in: bytes, at: place + 24, count: 8),
                let size = number(in: bytes, at: place + 32, count: 8),
                let link = number(in: bytes, at: place + 40, count: 4)
            else { return nil }
            sections.append(Section(kind: kind, offset: offset, size: size, link: link))
        }
        return sections
    }

    /// Calls `found` for each symbol that isn't for this file alone.
    private static func symbols(
        in bytes: UnsafeRawBufferPointer, _ table: Section, names: Section, _ found: (Symbol, _ isDefined: Bool) -> Void
    ) {
        guard table.offset <= bytes.count, table.size <= bytes.count - table.offset else { return }
        for place in stride(from: table.offset, to: table.offset + table.size - symbolSize + 1, by: symbolSize) {
            let (binding, visibility) = (bytes[place + 4] >> 4, bytes[place + 5] & 3)
            guard binding != 0, let section = number(in: bytes, at: place + 6, count: 2),
                let offset = number(in: bytes, at: place, count: 4),
                let name = text(in: bytes, at: names.offset + offset)
            else { continue }
            // Section 0 stands for a symbol that's in another file.
            found(Symbol(name: name, isWeak: binding == 2, isHidden: visibility == 1 || visibility == 2), section != 0)
        }
    }

    /// Returns an unsigned number in little-endian order; nil if it isn't in the file, or has more than 48 bits.
    private static func number(in bytes: UnsafeRawBufferPointer, at place: Int, count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        let value = bytes[place..<place + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return value < 1 << 48 ? Int(value) : nil
    }

    /// Returns the text that ends before the next zero.
    private static func text(in bytes: UnsafeRawBufferPointer, at place: Int) -> String? {
        guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { return nil }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }
}
