/// The paths in a zip, and which of them is the export.
struct HealthZipListing {
    let names: [String]

    /// The path of the `export.xml`, in whatever folder. If the phone uses another language, that of the one XML file which
    /// isn't a clinical document, in the folder `apple_health_export` if there is one, else in the outermost folder
    /// that has any.
    ///
    /// - Throws: `HealthImportError` when there is none, or when it would have to guess.
    func exportName() throws -> String {
        let files = names.filter { !$0.hasSuffix("/") }
        guard !files.isEmpty else { throw HealthImportError.emptyZip }
        let documents = files.filter { name in
            let path = Self.path(name)
            return !path.contains("__MACOSX") && !path[path.count - 1].hasPrefix("._") && Self.isExport(path)
        }
        let plain = documents.filter { Self.path($0).last?.lowercased() == "export.xml" }
        if !plain.isEmpty { return try only(plain) }
        let usual = documents.filter { Self.path($0).dropLast().last == "apple_health_export" }
        let likely = usual.isEmpty ? documents : usual
        guard let depth = likely.map({ Self.path($0).count }).min() else {
            let inner = files.first { $0.lowercased().hasSuffix(".zip") }
            throw inner.map(HealthImportError.zipInZip) ?? HealthImportError.noExportInZip
        }
        return try only(likely.filter { Self.path($0).count == depth })
    }

    private func only(_ names: [String]) throws -> String {
        guard names.count == 1 else { throw HealthImportError.severalExportsInZip(names) }
        return names[0]
    }

    private static func path(_ name: String) -> [Substring] {
        name.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// True for an XML file that isn't the clinical document, `export_cda.xml` in English.
    private static func isExport(_ path: [Substring]) -> Bool {
        guard let name = path.last?.lowercased(), name.hasSuffix(".xml") else { return false }
        let stem = name.dropLast(4)
        return stem != "cda" && !["_cda", "-cda", " cda"].contains { stem.hasSuffix($0) }
    }

    /// Says why unzip refuses to unpack a file: it needs a password, or unzip doesn't know the method of compression.
    ///
    /// - Parameter listing: what `unzip -Z` prints, which has a line like this for a file:
    ///   `-rw-r--r--  6.3 unx    20876 b- lzma 26-Nov-28 12:36 export.xml`. A capital `B` or `T` means a password.
    static func refusal(listing: String) -> String {
        let lines = listing.split(separator: "\n").map { (line: Substring) in line.split(separator: " ") }
        let columns = lines.first { $0.count >= 9 && $0[4].count == 2 && $0[5].count == 4 }
        guard let columns, columns[4].first?.isLowercase == true, columns[5] != "u099" else {
            return "it is protected by a password; unpack it first"
        }
        let method = methods[String(columns[5])].map { "with \($0), which" } ?? "by a method that"
        return
            "it is compressed \(method) unzip doesn't know; unpack it with another program and import the export.xml in it"
    }

    /// The methods of compression by unzip's name for them; `u` and a number is one that it doesn't know.
    private static let methods = [
        "lzma": "LZMA", "u014": "LZMA", "bzp2": "bzip2", "u012": "bzip2", "u020": "Zstandard", "u093": "Zstandard",
        "u095": "XZ", "ppmd": "PPMd", "u098": "PPMd",
    ]
}
