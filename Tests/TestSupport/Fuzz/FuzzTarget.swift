import Foundation
package import StepSupport

/// A parser to fuzz: inputs to begin with, and what must hold for every input.
package struct FuzzTarget: Sendable {
    /// The outcome of an input that the parser took. Any other outcome is the reason why it was refused.
    package static let accepted = "accepted"

    /// The name of the corpus' folder in `Tests/Fixtures/fuzz`.
    package let name: String
    /// Cases of a run without a time budget.
    package var caseCount: Int
    /// CPU seconds that an input may take; nil where the parser works in another process.
    package var cpuLimitSeconds: Double? = 10
    /// The longest input in bytes.
    package var maximumSizeBytes = 16_384
    /// The size of the texts of combining marks that are tried once each; 0 for none.
    ///
    /// Swift compares two such texts as characters in a time that grows with the square of their length. At this size that
    /// shows, and still ends.
    package var marksSizeBytes = 120_000
    /// CPU seconds that such an input may take: one comparison takes five, and whatever reads the bytes once less than one.
    package var marksCPULimitSeconds = 3.0
    /// Words of the format, which random bytes would hardly form.
    package var words: [String] = []
    /// Inputs besides those of the corpus, where a file would be binary.
    package var seeds: [[UInt8]] = []
    /// Repairs checksums, so that a changed input gets past them.
    package var repair: @Sendable (inout [UInt8], inout CaseGenerator) -> Void = { _, _ in }
    /// Returns the outcome, or throws `Cases.Broken` where what must hold doesn't.
    package let check: @Sendable ([UInt8]) async throws -> String

    package init(_ name: String, caseCount: Int, check: @escaping @Sendable ([UInt8]) async throws -> String) {
        self.name = name
        self.caseCount = caseCount
        self.check = check
    }

    /// The corpus' files by name. A name that begins with `accepted-` or `refused-` says what the outcome must be.
    package func corpus() throws -> [(name: String, bytes: [UInt8])] {
        let folder = PackageFiles.url("Tests/Fixtures/fuzz").appending(path: name)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { file in
            (file, Array(try Data(contentsOf: folder.appending(path: file))))
        }
    }
}
