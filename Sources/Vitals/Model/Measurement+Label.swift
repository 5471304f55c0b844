// The label of a record. On the wire it's the member `label`. A build from before labels keeps it among the members that it
// doesn't know, so every build reads and writes it there, and an edit by an old build can't strip it.

extension Measurement {
    /// The longest label, in bytes of UTF-8.
    public static let maximumLabelSizeBytes = 200

    /// The name that the person gave, such as `dizzy` for a symptom; nil where there is none, or no text.
    public var label: String? {
        // @write 18 label
        guard case .string(let text)? = extra["label"] else { return nil }
        return text
        // @starter
        //| // Chapter 18: the member `label` of the record, if it is a text.
        //| nil
        // @end
    }

    /// This record with another label, or none. Every other member stays.
    public func labelled(_ label: String?) -> Measurement {
        // @write 18 labelled
        var labelled = self
        let others = extra.members.filter { !$0.name.hasSameBytes(as: "label") }
        labelled.extra = UnknownMembers(members: others + (label.map { [.init("label", .string($0))] } ?? []))
        return labelled
        // @starter
        //| // Chapter 18: with the label, and with every other member that it has.
        //| self
        // @end
    }

    /// Checks a label that a person typed: one that a server may accept, and that has something to see.
    ///
    /// - Throws: `MeasurementError` with the code `bad_label`.
    package func validateTypedLabel() throws {
        try validateLabel()
        guard label.map({ $0.unicodeScalars.contains(where: \.isSeen) }) != false else {
            throw MeasurementError.badLabel
        }
    }

    /// Checks that a server which knows labels may accept this record: a symptom has a label, and a label is one line of
    /// text.
    ///
    /// - Throws: `MeasurementError` with the code `bad_label`.
    package func validateLabel() throws {
        // @write 18 label-check
        guard let value = extra["label"] else {
            guard kind != .symptom else { throw MeasurementError.badLabel }
            return
        }
        guard case .string(let text) = value, text.utf8.count <= Self.maximumLabelSizeBytes,
            text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw MeasurementError.badLabel }
        // @starter
        //| // Chapter 18: refuse a symptom without a label, and a label that is no line of text.
        // @end
    }
}
