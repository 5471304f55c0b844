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
}
