/// An error that stops an import: one line for a person, which never holds a health value.
public struct HealthImportError: Error, Hashable, Sendable {
    /// A stable name for programs.
    public let code: String
    /// The message: what is wrong, and what to do about it.
    public let detail: String
    /// The line of the file, counted from 1, where the error was found; nil when it has no line.
    public let line: Int?

    private init(_ code: String, _ detail: String, line: Int? = nil) {
        self.code = code
        self.detail = detail
        self.line = line
    }

    /// The file is not the XML that Apple Health writes, or it is damaged.
    static func malformed(line: Int, _ reason: String) -> HealthImportError {
        HealthImportError("malformed", reason, line: line)
    }

    /// The XML is sound, but it isn't an Apple Health export.
    static func notAnExport(line: Int, root: String) -> HealthImportError {
        root == "ClinicalDocument"
            ? HealthImportError(
                "not_an_export", "This is the clinical document; import export.xml from the same folder.", line: line)
            : HealthImportError(
                "not_an_export",
                "This is no Apple Health export: its first element is \(root.quotedForDisplay), not HealthData.",
                line: line)
    }

    static func cannotOpen(_ path: String, reason: String) -> HealthImportError {
        HealthImportError("cannot_open", "Cannot open \(path.quotedForDisplay): \(reason).")
    }

    static func isDirectory(_ path: String) -> HealthImportError {
        HealthImportError(
            "is_directory", "\(path.quotedForDisplay) is a folder; name the export.xml or the export.zip in it.")
    }

    static func cannotRead(reason: String) -> HealthImportError {
        HealthImportError("cannot_read", "Reading the export failed: \(reason).")
    }

    static let zipOnStandardInput = HealthImportError(
        "zip_on_standard_input",
        "Standard input holds a zip, which cannot be read as a stream; give the path of the zip instead.")

    static let zipNotSupported = HealthImportError(
        "zip_not_supported", "This system cannot open a zip here; unpack it and import export.xml.")

    static let unzipMissing = HealthImportError(
        "unzip_missing", "Opening a zip needs the program unzip; install the package \"unzip\" or unpack the zip first."
    )

    static func unzipFailed(reason: String) -> HealthImportError {
        HealthImportError("unzip_failed", "The zip cannot be read: \(reason).")
    }

    static let noExportInZip = HealthImportError(
        "no_export_in_zip", "The zip holds no Apple Health export (apple_health_export/export.xml).")

    static let severalExportsInZip = HealthImportError(
        "several_exports_in_zip",
        "The zip holds several XML files and none is called export.xml; unpack it and import the right one.")

    static let healthUnavailable = HealthImportError(
        "health_unavailable", "Health data are not available on this device; import an export.xml instead.")

    static let badAnchor = HealthImportError(
        "bad_anchor", "The stored HealthKit anchor cannot be read; remove it to read all samples again.")
}

extension HealthImportError: CustomStringConvertible {
    public var description: String { line.map { "Line \($0): \(detail)" } ?? detail }
}
