import Vitals

/// Reads the `device` of a tag, which an export writes as HealthKit describes it:
/// `<<HKDevice: 0x3010a5f40>, name:Apple Watch, model:Watch, hardware:Watch6,7, software:10.3.1>`.
struct HealthDevice {
    private var written: [UInt8] = []
    private var model: String?

    /// The hardware, or else the model; nil where the tag names none. The tags of a device follow each other, so that of the
    /// last one is kept.
    mutating func model(of tag: XMLTag) throws -> String? {
        guard let written = tag.writtenValue(of: "device"),
            written.count <= HealthExportReader.maximumNameSizeBytes
        else { return nil }
        if !written.elementsEqual(self.written) {
            model = try tag.value(of: "device").flatMap(Self.model)
            self.written = Array(written)
        }
        return model
    }

    static func model(of description: String) -> String? {
        let (hardware, model) = (value(of: "hardware", in: description), value(of: "model", in: description))
        return (hardware ?? model).map { SampleOrigin(source: $0, start: .min).inOneLine.source }
    }

    /// The value after `, name:`. It ends before the next `, word:`, because `Watch6,7` has a comma too.
    private static func value(of name: String, in description: String) -> String? {
        guard let start = description.firstRange(of: ", \(name):")?.upperBound else { return nil }
        var rest = description[start...]
        if let next = rest.firstRange(of: /, [a-z][a-zA-Z ]*:/)?.lowerBound {
            rest = rest[..<next]
        } else if rest.last == ">" {
            rest.removeLast()
        }
        return rest.isEmpty ? nil : String(rest)
    }
}
