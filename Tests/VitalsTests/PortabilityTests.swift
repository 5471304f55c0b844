import Foundation
import StepSupport
import TestSupport
import Testing

/// Tests of portability. `Vitals` is built for iOS, macOS and Linux, and the tests run only on Linux: they catch an
/// import that only one system has before it reaches a Mac.
@Suite("Portability of Sources/Vitals and Sources/VitalsViewModels")
struct PortabilityTests {
    @Test("imports that only some systems have stand inside #if", arguments: ["Vitals", "VitalsViewModels"])
    func imports(folder: String) throws {
        let sources = PackageFiles.url("Sources/" + folder)
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        expect(files.count > 20, "The sources were not found at \(sources.path).")
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            expect(
                UnguardedImports.lines(in: text), equals: [],
                "\(file.lastPathComponent): put the import inside #if canImport(...), or Vitals builds on one system only."
            )
        }
    }

    @Test(
        "an import outside #if is found, in every spelling",
        arguments: [
            "import Glibc", "import CCurl", "import FoundationNetworking", "import FoundationXML", "import Musl",
            "import HealthKit", "import Security", "import UIKit", "import Darwin", "public import HealthKit",
            "package import CCurl", "@preconcurrency import HealthKit", "  import   Glibc", "import\tGlibc",
            "import struct Glibc.stat", "import class UIKit.UIView", "import Glibc // for open",
            "import Foundation; import Glibc",
            "@_exported public import Security", "#if os(Linux)\nimport Foundation\n#endif\nimport Glibc",
            "#if A\n#if B\n#endif\n#endif\nimport Glibc", "/* why */ import Glibc", "\u{FEFF}import Glibc",
            "import Glibc\r\nimport Foundation", "import func Darwin.C.read",
        ])
    func found(text: String) {
        expect(UnguardedImports.lines(in: text).count, equals: 1, "\(text)")
    }

    @Test(
        "an import inside #if is let pass, and so is what is no such import",
        arguments: [
            "import Foundation\npublic import GRDB\nimport Crypto", "#if os(Linux)\nimport CCurl\n#endif",
            "#if canImport(Glibc)\nimport Glibc\n#elseif canImport(Musl)\nimport Musl\n#else\nimport Darwin\n#endif",
            "#if A\n#if B\n#endif\nimport Glibc\n#endif", "// import Glibc", "/// import HealthKit",
            "let text = \"import Glibc\"",
            "import GlibcExtras", "import SecurityPlus", "/*\nimport Glibc\n*/",
            "  #if os(Linux)\n  import Glibc\n  #endif",
        ])
    func passed(text: String) {
        expect(UnguardedImports.lines(in: text), equals: [], "\(text)")
    }
}

/// A search for imports of modules that some systems lack, outside any `#if`. It reads lines rather than parsing Swift,
/// which is enough for sources formatted by `swift format`.
enum UnguardedImports {
    static let modules: Set<String> = [
        "Glibc", "Musl", "CCurl", "FoundationNetworking", "FoundationXML",
        "Darwin", "HealthKit", "Security", "UIKit", "AppKit", "SwiftUI", "BackgroundTasks",
    ]

    /// Returns the offending lines, without the white space around them.
    static func lines(in text: String) -> [String] {
        var depth = 0
        var isInComment = false
        var found: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let code = withoutComments(String(line), isInComment: &isInComment)
            if code.hasPrefix("#if") { depth += 1 }
            if code.hasPrefix("#endif") { depth -= 1 }
            guard depth == 0 else { continue }
            for statement in code.split(separator: ";") {
                if let module = importedModule(String(statement)), modules.contains(module) { found.append(code) }
            }
        }
        return found
    }

    /// Returns the module of an import, such as `Glibc` for `public import struct Glibc.stat`.
    private static func importedModule(_ statement: String) -> String? {
        let words = statement.split { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }.map(String.init)
        guard let position = words.firstIndex(of: "import"),
            words[..<position].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
        else { return nil }
        let names = words[(position + 1)...].drop { kinds.contains($0) }
        return names.first?.split(separator: ".").first.map(String.init)
    }

    private static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]

    private static func withoutComments(_ line: String, isInComment: inout Bool) -> String {
        var code = ""
        var rest = Substring(line)
        while !rest.isEmpty {
            if isInComment {
                guard let end = rest.range(of: "*/") else { return code.trimmingCharacters(in: .whitespaces) }
                rest = rest[end.upperBound...]
                isInComment = false
            } else if rest.hasPrefix("//") {
                break
            } else if rest.hasPrefix("/*") {
                isInComment = true
                rest = rest.dropFirst(2)
            } else {
                code.append(rest.removeFirst())
            }
        }
        return code.trimmingCharacters(in: .whitespaces)
    }
}
