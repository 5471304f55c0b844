import ArgumentParser
import Foundation
import Vitals

extension TerminalFeature {
    static let phrases = TerminalFeature(commands: [Log.self])
}

struct Log: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record what a sentence says, after you have looked at it.",
        discussion: """
            Shows what was understood and asks before anything is stored. The sentence goes to your server if it reads
            phrases, and from there to a language model if the server has one; `--offline` sends it nowhere.

            EXAMPLE
              vitals-device log "ran 5k this morning, felt dizzy after, weight 72.3kg"
              vitals-device log --offline --yes "pulse 62"

            EXIT STATUS
              1 if nothing was understood, or nothing was recorded.
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The sentence.") var phrase: [String]
    @Flag(help: "Record without asking.") var yes = false
    @Flag(help: "Don't send the sentence to the server.") var offline = false

    func run() async throws {
        let device = try phone.open()
        let phrase = phrase.joined(separator: " ")
        let reading = try await device.read(phrase: phrase, isOffline: offline)
        guard !reading.entries.isEmpty else {
            throw PhoneError(
                "Nothing was understood (read by \(reading.source)). Say it in other words, or use `vitals-device add`."
            )
        }
        let records = try reading.entries.map { try $0.toMeasurement(now: Timestamp.systemClock()) }
        if !phone.json { show(records, reading) }
        guard yes || confirm(count: records.count) else {
            throw PhoneError("Nothing was recorded. Answer y, or add --yes where nobody can answer.")
        }
        let stored = try device.add(reading.entries)
        if phone.json {
            Terminal.json(.array(stored.map { .record($0, [.init("dirty", .bool(true))]) }))
        } else {
            Terminal.show(stored.count == 1 ? "Recorded 1 measurement." : "Recorded \(stored.count) measurements.")
        }
    }

    private func show(_ records: [Vitals.Measurement], _ reading: PhraseReading) {
        Terminal.table(
            ["KIND", "VALUE", "MEASURED"],
            records.map { [$0.displayKind, $0.displayValue, $0.recordedAt.rfc3339] })
        Terminal.show("Read by \(reading.source).")
    }

    /// Asks on standard error, so that the output stays a table or JSON.
    private func confirm(count: Int) -> Bool {
        let question = count == 1 ? "Record it? [y/N] " : "Record these \(count)? [y/N] "
        FileHandle.standardError.write(Data(question.utf8))
        return ["y", "yes"].contains(readLine()?.lowercased().trimmingCharacters(in: .whitespaces) ?? "")
    }
}
