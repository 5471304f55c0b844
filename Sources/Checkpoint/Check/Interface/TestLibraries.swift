internal import CheckpointSystem
internal import Foundation

/// The libraries for tests, which no code of a solution imports: with them it could report results itself.
///
/// An object names the libraries that its file imports, for the linker, and the functions that it calls. So the compiler's
/// own output tells, however the import is written, and also if there's a call without an import.
enum TestLibraries {
    /// What stands in an object that uses one, and the module's name.
    private static let marks = [
        ("-lTesting\u{0}", "Testing"), ("-l_Testing", "Testing"), ("-lXCTest\u{0}", "XCTest"),
        ("$s7Testing", "Testing"), ("$s6XCTest", "XCTest"), ("$s11StepSupport", "StepSupport"),
    ]

    /// Returns the module for tests that an object uses; nil if there's none.
    static func used(in object: Data) -> String? { marks.first { object.contains(bytesOf: $0.0) }?.1 }
}
