/// An error that stops an import: one line for a person, which never holds a health value.
public struct HealthImportError: Error, Hashable, Sendable {
    /// The kind of error, for an app to switch on. The raw value is a stable name for logs.
    public enum Code: String, Hashable, Sendable {
        /// The file is damaged, or not the XML that Apple Health writes.
        case malformed
        /// The XML isn't an Apple Health export.
        case notAnExport = "not_an_export"
        /// The file can't be opened.
        case cannotOpen = "cannot_open"
        /// The path names a folder.
        case isDirectory = "is_directory"
        /// Reading the file failed.
        case cannotRead = "cannot_read"
        /// Standard input holds a zip, which can't be read as a stream.
        case zipOnStandardInput = "zip_on_standard_input"
        /// This system can't open a zip; unpack it first.
        case zipNotSupported = "zip_not_supported"
        /// The program `unzip` is missing.
        case unzipMissing = "unzip_missing"
        /// The zip can't be read.
        case unzipFailed = "unzip_failed"
        /// The zip holds no export.
        case noExportInZip = "no_export_in_zip"
        /// The zip holds several files that could be the export.
        case severalExportsInZip = "several_exports_in_zip"
        /// Unpacked, the export is larger than the limit of the import.
        case tooLarge = "too_large"
        /// This device has no HealthKit data.
        case healthUnavailable = "health_unavailable"
        /// The stored anchor can't be read.
        case badAnchor = "bad_anchor"
    }

    /// The kind of error.
    public let code: Code
    /// The message: what is wrong, and what to do about it.
    public let detail: String
    /// The line of the file, counted from 1, where the error was found; nil when it has no line.
    public let line: Int?

    private init(_ code: Code, _ detail: String, line: Int? = nil) {
        self.code = code
        self.detail = detail
        self.line = line
    }

    /// The file is not the XML that Apple Health writes, or it is damaged.
    static func malformed(line: Int, _ reason: String) -> HealthImportError {
        HealthImportError(.malformed, reason, line: line)
    }

    /// The XML is sound, but it isn't an Apple Health export.
    static func notAnExport(line: Int, root: String) -> HealthImportError {
        root == "ClinicalDocument"
            ? HealthImportError(
                .notAnExport, "This is the clinical document. Import export.xml from the same folder instead.",
                line: line)
            : HealthImportError(
                .notAnExport,
                "This isn't an Apple Health export: its first element is \(root.quotedForDisplay), not HealthData.",
                line: line)
    }

    static func cannotOpen(_ path: String, reason: String) -> HealthImportError {
        HealthImportError(.cannotOpen, "Cannot open \(path.quotedForDisplay): \(reason).")
    }

    static func isDirectory(_ path: String) -> HealthImportError {
        HealthImportError(
            .isDirectory,
            "\(path.quotedForDisplay) is a folder. Give the path of the export.xml or the export.zip in it.")
    }

    static func cannotRead(reason: String) -> HealthImportError {
        HealthImportError(.cannotRead, "Reading the export failed: \(reason).")
    }

    static let zipOnStandardInput = HealthImportError(
        .zipOnStandardInput,
        "Standard input is a zip, which can't be read as a stream. Give the path of the zip instead.")

    static let zipNotSupported = HealthImportError(
        .zipNotSupported, "This system can't open a zip. Unpack it and import export.xml.")

    static let unzipMissing = HealthImportError(
        .unzipMissing, "Opening a zip needs the program unzip. Install the package \"unzip\" or unpack the zip first."
    )

    static func unzipFailed(reason: String) -> HealthImportError {
        HealthImportError(.unzipFailed, "The zip cannot be read: \(reason).")
    }

    static let noExportInZip = HealthImportError(
        .noExportInZip, "The zip contains no Apple Health export (apple_health_export/export.xml).")

    static let emptyZip = HealthImportError(.noExportInZip, "The zip is empty. Export or copy it again.")

    static func zipInZip(_ name: String) -> HealthImportError {
        HealthImportError(
            .noExportInZip,
            "The zip contains no Apple Health export, but another zip: \(name.quotedForDisplay). Unpack it, and import that."
        )
    }

    static func severalExportsInZip(_ names: [String]) -> HealthImportError {
        let shown = names.prefix(3).map(\.quotedForDisplay).joined(separator: ", ")
        return HealthImportError(
            .severalExportsInZip,
            "The zip contains \(names.count) files that could be the export: \(shown)\(names.count > 3 ? ", …" : ""). "
                + "Unpack it and import the right one.")
    }

    /// The XML is longer than the import may read.
    static func tooLarge(limitBytes: Int64) -> HealthImportError {
        let limit = limitBytes % (1 << 30) == 0 ? "\(limitBytes >> 30) GiB" : "\(limitBytes) bytes"
        return HealthImportError(
            .tooLarge,
            "Unpacked, the export has more than \(limit), the limit of this import. If the file is yours, raise the limit."
        )
    }

    static let healthUnavailable = HealthImportError(
        .healthUnavailable, "Health data isn't available on this device. Import an export.xml instead.")

    static let badAnchor = HealthImportError(
        .badAnchor, "The stored HealthKit anchor cannot be read; remove it to read all samples again.")
}

extension HealthImportError: CustomStringConvertible {
    public var description: String { line.map { "Line \($0): \(detail)" } ?? detail }
}
