internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// How a program that holds several mutants learns which one it is (`MutantSchema`).
package enum MutantSelection: Sendable {
    /// The variable `VITALS_MUTANT` has the mutant's number. Without it, the program is the reference.
    case number
    /// The variable `VITALS_VARIANT` has a token that only this program can read, so that tests in the same process can't
    /// tell the reference from a mutant.
    ///
    /// A token is a random word and the number, hidden by a hash of the word and a key. The constant has the key in its
    /// name too: a test that names it doesn't compile against the learner's own code.
    case token(MutantKey)

    /// The name of the constant with the number of the selected mutant; 0 is the reference.
    var name: String {
        switch self {
        case .number: "selectedMutant"
        case .token(let key): "selectedVariant\(key.hex)"
        }
    }

    /// The source file that declares the constant.
    var source: String {
        switch self {
        case .number:
            """
            internal import Foundation

            let \(name) = ProcessInfo.processInfo.environment["\(Judge.mutantVariable)"].flatMap { Int($0) } ?? 0

            """
        case .token(let key):
            """
            internal import Foundation

            let \(name): Int = {
                let words = ProcessInfo.processInfo.environment["\(MutantKey.variable)"]?.split(separator: "-") ?? []
                guard words.count == 2, let hidden = UInt64(words[1], radix: 16) else { return 0 }
                var hash: UInt64 = \(MutantKey.basis)
                for byte in "\(key.hex)\\(words[0])".utf8 { hash = (hash ^ UInt64(byte)) &* \(MutantKey.prime) }
                return Int(truncatingIfNeeded: hash ^ hidden)
            }()

            """
        }
    }
}

/// The key of a program's tokens.
package struct MutantKey: Hashable, Sendable {
    static let variable = "VITALS_VARIANT"
    /// The constants of FNV-1a with 64 bits (RFC 9923).
    fileprivate static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
    fileprivate static let prime: UInt64 = 0x100_0000_01B3

    let hex: String

    package init(hex: String) { self.hex = hex }

    /// Returns the key that a folder keeps, or a random one that it keeps from now on.
    ///
    /// - Throws: an error when the folder can't be written to.
    static func kept(in folder: String) throws -> MutantKey {
        let path = folder + "/key"
        if let hex = try? String(contentsOfFile: path, encoding: .utf8), hex.count == 32 { return MutantKey(hex: hex) }
        let hex = (0..<4).map { _ in String(format: "%08x", UInt32.random(in: .min ... .max)) }.joined()
        try CacheFolder.write(Data(hex.utf8), to: path)
        return MutantKey(hex: hex)
    }

    /// Returns a token for a mutant; another one each time.
    ///
    /// - Parameter number: the mutant's number; 0 for the reference.
    func token(_ number: Int) -> String {
        let word = String(UInt64.random(in: .min ... .max), radix: 16)
        var hash = Self.basis
        for byte in (hex + word).utf8 { hash = (hash ^ UInt64(byte)) &* Self.prime }
        return word + "-" + String(hash ^ UInt64(number), radix: 16)
    }
}
