internal import Foundation

/// A symbol of a learner's object that stands in for a function of another library, such as `memcmp`.
///
/// Attributes like `@_cdecl` and `@_silgen_name` give a function any name for the linker. Under the name of a function of
/// the system, it's called by everything in the process: with a `memcmp` of their own, a learner decides which texts are
/// equal. Without such attributes, the compiler names a function by its module.
enum TakenSymbol {
    /// Returns the symbols by which an object would take the place of something else.
    ///
    /// - Parameters:
    ///   - module: the name of the module that it belongs to.
    ///   - needed: the symbols that the official tests look for in other files.
    static func all(in symbols: [ObjectSymbols.Symbol], of module: String, needed: Set<String>) -> [String] {
        let words = words(of: module)
        return symbols.filter { !isOwn($0, words, needed) }.map(\.name)
    }

    private static func isOwn(_ symbol: ObjectSymbols.Symbol, _ words: [String], _ needed: Set<String>) -> Bool {
        // The compiler gives every module its copy of a generic function, and of its own helpers. No library sees them,
        // and tests that need one have their own.
        if symbol.isWeak, symbol.isHidden, isCompilers(symbol.name), !needed.contains(symbol.name) { return true }
        return (symbol.name.hasPrefix("$s") || symbol.name.hasSuffix("_main"))
            && words.contains(where: symbol.name.contains)
    }

    /// Returns true for a name that the compiler itself makes. A function of C's has letters, digits and `_` in its name.
    private static func isCompilers(_ name: String) -> Bool {
        name.utf8.contains { !isPartOfWord($0) } || name.hasPrefix("__swift_") || name == "swift_willThrowTyped"
            // Of a cast such as `as? any Error`.
            || name.hasPrefix("dynamic_cast_existential_")
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Words of which one stands in each name of a module's own. The compiler shortens a module's name where a word of
    /// it has been there already, as in a member of another module's type.
    private static func words(of module: String) -> [String] {
        let first = module.dropFirst().prefix { !$0.isUppercase && $0 != "_" }
        return [String(module.prefix(1) + first), "Vitals"]
    }
}
