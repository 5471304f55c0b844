public import Foundation
public import Observation
public import Vitals

/// The model for words instead of forms: a sentence, the entries that were understood, and what the person makes of them.
///
/// Nothing is stored before `save()`.
@MainActor
@Observable
public final class PhraseModel {
    /// An entry that waits for the person's word.
    public struct Card: Identifiable, Hashable, Sendable {
        /// The id of the record that it becomes, so that saving twice stores it once.
        public let id: UUID
        public let title: String
        public let value: String
        /// The time of the measurement: `Today, 07:30`.
        public let measuredAt: String
        /// The card as a screen reader reads it.
        public let spoken: String
    }

    /// The sentence as typed or dictated.
    public var text = ""
    /// The entries that were understood of the sentence read last.
    public private(set) var cards: [Card] = []
    /// The reader of the sentence, such as `Read by this phone.`; nil before the first.
    public private(set) var reader: String?
    /// True while the sentence is being read.
    public private(set) var isReading = false
    /// The error, and what to do about it. The sentence stays as it is.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let timeZone: TimeZone
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void
    private var entries: [UUID: ParsedEntry] = [:]
    /// The sentence that `cards` was made from.
    private var readText = ""

    /// - Parameters:
    ///   - timeZone: the person's time zone, for words such as "this morning".
    ///   - onEdit: called after entries were stored, for an automatic sync.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter, timeZone: TimeZone = .current,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.timeZone = timeZone
        self.clock = clock
        self.onEdit = onEdit
    }

    /// Reads the sentence: by the person's server if it can, else on this phone. Cards of a sentence before stay until this
    /// one is read.
    public func read() async {
        guard !isReading else { return }
        let phrase = text
        guard !phrase.allSatisfy(\.isWhitespace) else {
            problem = "Write a sentence first, such as “weight 72.3 kg”."
            return
        }
        isReading = true
        problem = nil
        defer { isReading = false }
        do {
            let reading = try await device.read(phrase: phrase, timeZone: timeZone)
            readText = phrase
            reader = "Read by \(reading.source)."
            show(reading.entries.map { (UUID(), $0) })
            if cards.isEmpty { problem = Self.nothingFound(by: reading.source) }
        } catch is CancellationError {
            // The person left the screen.
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    private static func nothingFound(by source: PhraseReading.Source) -> String {
        guard case .deviceInPlaceOfModel(let name) = source else {
            return "No measurement was found in it. Say it in other words, or fill in the form."
        }
        return "\(name), your server's language model, failed, and this phone found no measurement in it. "
            + "Try again later, or fill in the form."
    }

    /// The form for a card that isn't right yet.
    public func draft(of id: UUID) -> EntryDraft? {
        guard let entry = entries[id] else { return nil }
        return EntryDraft(
            kind: entry.kind, valueText: formatter().number(entry.value, in: entry.unit), unit: entry.unit,
            recordedAt: entry.recordedAt, label: entry.label ?? "")
    }

    /// Replaces what a card says. Nothing is stored yet.
    ///
    /// - Returns: nil if it's right now, else a message for each field that is wrong; then the card stays as it was.
    public func change(_ id: UUID, to draft: EntryDraft) -> EntryErrors? {
        guard cards.contains(where: { $0.id == id }) else { return nil }
        do {
            let read = try EntryForm(formatter: formatter(), clock: clock).read(draft)
            let label = draft.label.trimmingCharacters(in: .whitespacesAndNewlines)
            let entry = ParsedEntry(
                kind: read.kind, value: read.value, unit: read.unit, recordedAt: read.recordedAt,
                label: read.kind.needsLabel ? label : nil)
            do {
                try entry.toMeasurement(now: clock()).validateTypedLabel()
            } catch {
                return EntryErrors(label: "Name it in a few words, such as “dizzy”.")
            }
            show(cards.map { ($0.id, $0.id == id ? entry : entries[$0.id]!) })
            return nil
        } catch {
            return error
        }
    }

    /// Leaves a card out.
    public func drop(_ id: UUID) { show(cards.filter { $0.id != id }.map { ($0.id, entries[$0.id]!) }) }

    /// Stores the cards as they are: all of them, or none.
    ///
    /// - Returns: true if they were stored.
    @discardableResult
    public func save() -> Bool {
        guard !cards.isEmpty else { return false }
        do {
            try device.add(cards.map { (id: $0.id, entry: entries[$0.id]!) })
        } catch {
            problem = diagnostics.message(of: error)
            return false
        }
        if text == readText { text = "" }
        show([])
        problem = nil
        onEdit()
        return true
    }

    private func show(_ list: [(id: UUID, entry: ParsedEntry)]) {
        entries = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0.entry) })
        let formatter = formatter()
        let now = clock()
        cards = list.compactMap { id, entry in
            guard let record = try? entry.toMeasurement(now: now, id: id) else { return nil }
            let (title, value) = (record.kind.title, formatter.value(of: record))
            let measuredAt = formatter.dayAndTime(record.recordedAt, seenFrom: now)
            return Card(
                id: id, title: title, value: value, measuredAt: measuredAt,
                spoken: "\(title), \(formatter.spokenValue(of: record)), \(measuredAt). Not stored yet.")
        }
    }
}
