/// Reads the `export.xml` of Apple Health sample by sample, in constant memory.
package final class HealthExportReader {
    /// The summary so far; complete once `next()` has returned nil.
    package private(set) var summary = HealthExportSummary()

    /// Where the sample that was returned last comes from, with the source as the file names it.
    private(set) var origin = SampleOrigin(source: "", start: Timestamp(clamping: 0))

    private let source: any HealthByteSource
    private let tokenizer: XMLTokenizer
    private let types: Set<HealthSampleType>
    private let otherTypes: Set<String>

    /// - Parameters:
    ///   - kinds: the kinds to read; samples of other kinds are skipped and counted.
    ///   - otherTypes: the types of the records that `take` of `next(take:)` reads.
    ///   - chunkSizeBytes: the number of bytes to read at a time; tests make it small.
    package init(
        source: any HealthByteSource, kinds: [MetricKind] = MetricKind.base, otherTypes: Set<String> = [],
        chunkSizeBytes: Int = 1 << 16
    ) {
        self.source = source
        self.otherTypes = otherTypes
        tokenizer = XMLTokenizer(input: XMLInput(source: source, chunkSizeBytes: chunkSizeBytes))
        types = Set(kinds.compactMap(HealthSampleType.init))
        tokenizer.noteDamage = { [unowned self] in summary.addUnreadable(line: $0.line, reason: $0.reason) }
    }

    /// Reads a tag in place of this reader: the tag, the number of elements around it, and the summary that counts it.
    package typealias Taker = (XMLTag, _ depth: Int, inout HealthExportSummary) throws -> Bool

    /// The next sample that may be stored; nil after the end of an export that is complete and well formed.
    ///
    /// - Parameter take: offered each sound tag first; returns true for one that it has read and counted.
    /// - Throws: `HealthImportError`. The samples before it are sound, but the import is incomplete: keep none.
    package func next(take: Taker = { _, _, _ in false }) throws -> Measurement? {
        do {
            return try nextSample(take)
        } catch let error as HealthImportError where error.code == .malformed || error.code == .notAnExport {
            try source.checkWhole()
            throw error
        }
    }

    private func nextSample(_ take: Taker) throws -> Measurement? {
        while let tag = try tokenizer.nextTag() {
            summary.bytesRead = tokenizer.input.bytesRead
            if let damage = tag.damage ?? Self.impossible(tag) {
                try note(damage, of: tag)
            } else if try hasSeenRoot && isTaken(tag, take) {
                if tag.isNamed("Record") { summary.recordsRead += 1 }
            } else if tag.isNamed("Record") {
                if let measurement = try read(record: tag) {
                    try noteOrigin(of: tag)
                    return measurement
                }
            } else {
                try note(tag)
            }
        }
        summary.bytesRead = tokenizer.input.bytesRead
        return nil
    }

    private func isTaken(_ tag: XMLTag, _ take: Taker) throws -> Bool {
        try take(tag, tokenizer.depth - (tag.isEmptyElement ? 0 : 1), &summary)
    }

    /// The longest type, unit and source name, in bytes. Nobody has a longer one, and comparing texts of a megabyte as
    /// characters may take an hour.
    package static let maximumNameSizeBytes = 1_000

    /// Looks for what Health never writes into a tag, sound as it may be as XML.
    private static func impossible(_ tag: XMLTag) -> XMLDamage? {
        guard tag.isNamed("Record") else { return nil }
        // An app may write one into its name. In a type it would make a wanted record look like one of another type.
        if let damage = tag.controlCharacter(in: "type") { return damage }
        for name in ["type", "unit", "sourceName"] as [StaticString]
        where tag.valueSizeBytes(of: name) > maximumNameSizeBytes {
            return XMLDamage(
                line: tag.line, reason: "The attribute \(name) is longer than \(maximumNameSizeBytes) bytes.")
        }
        return nil
    }

    /// Counts a tag in which something is wrong. It costs what the tag says, and not the rest of the file.
    private func note(_ damage: XMLDamage, of tag: XMLTag) throws {
        if !hasSeenRoot, !tag.isNamed("HealthData") {
            throw HealthImportError.malformed(line: damage.line, damage.reason)
        }
        try checkRoot(tag)
        if tag.isNamed("Record") {
            summary.recordsRead += 1
            // A record that would be left out anyway is only left out.
            if tag.valueSizeBytes(of: "type") <= Self.maximumNameSizeBytes, let type = try? tag.value(of: "type"),
                Self.isIdentifier(type),
                HealthSampleType(rawValue: type).map(types.contains) != true, !otherTypes.contains(type)
            {
                summary.skip(type.prefixForReport)
                return
            }
        }
        summary.addUnreadable(line: damage.line, reason: damage.reason)
    }

    /// True for a text that can be the name of a type. Where a quote is missing, a type may hold half a tag.
    private static func isIdentifier(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        }
    }

    private func noteOrigin(of tag: XMLTag) throws {
        guard let source = try tag.value(of: "sourceName"),
            let start = try tag.value(of: "startDate").flatMap(Timestamp.init(healthExport:))
        else { return }
        origin = SampleOrigin(source: source, start: start)
    }

    /// Reads a `Record` element. Returns a measurement, or nil after noting in the summary why it was left out.
    ///
    /// Only XML whose structure is damaged is an error: one odd sample must not cost the person all the others.
    private func read(record tag: XMLTag) throws -> Measurement? {
        try checkRoot(tag)
        summary.recordsRead += 1
        // @write 6 read-sample
        guard let typeName = try tag.value(of: "type") else {
            summary.addUnreadable(line: tag.line, reason: "The attribute type is missing.")
            return nil
        }
        guard let type = HealthSampleType(rawValue: typeName), types.contains(type) else {
            summary.skip(typeName.prefixForReport)
            return nil
        }
        switch try HealthRecord.read(tag, as: type) {
        case .failure(let failure):
            summary.addUnreadable(line: tag.line, reason: failure.reason)
        case .success(let sample):
            do {
                let measurement = try sample.validMeasurement()
                summary.accepted[type.kind, default: 0] += 1
                return measurement
            } catch let error as MeasurementError {
                summary.refused[error, default: 0] += 1
            }
        }
        return nil
        // @starter
        //| throw NotWritten(6, "turn a record of a wanted type into a measurement, and count what is left out")
        // @end
    }

    /// Reads an element that isn't a record: takes the date of the export, and counts everything else.
    private func note(_ tag: XMLTag) throws {
        try checkRoot(tag)
        let isHealthsOwn = tag.isNamed("HealthData") || tag.isNamed("ExportDate") || tag.isNamed("Me")
        // No app writes its name into these, so a control character is damage.
        if isHealthsOwn, let damage = tag.controlCharacter() {
            summary.addUnreadable(line: damage.line, reason: damage.reason)
        }
        if tag.isNamed("ExportDate") {
            summary.exportDate = try tag.value(of: "value").flatMap(Timestamp.init(healthExport:))
        } else if !tag.isNamed("HealthData"), !tag.isNamed("Me") {
            summary.skip(tag.name.prefixForReport)
        }
    }

    private var hasSeenRoot = false

    private func checkRoot(_ tag: XMLTag) throws {
        guard !hasSeenRoot else { return }
        guard tag.isNamed("HealthData") else { throw HealthImportError.notAnExport(line: tag.line, root: tag.name) }
        hasSeenRoot = true
    }
}

extension String {
    /// The text, cut short enough to be a key of a report.
    fileprivate var prefixForReport: String { utf8.count <= 100 ? self : String(prefix(60)) + "…" }
}
