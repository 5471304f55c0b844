import Foundation
import StepSupport
import Vitals
import VitalsViewModels

/// Time that passes when a test says so, for models that wait.
@MainActor
final class VirtualTime {
    let clock = StepClock()
    private var sleepers: [Int: (due: Int64, wake: CheckedContinuation<Void, any Error>)] = [:]
    private var count = 0

    /// For a model's `sleep`.
    var sleep: Debouncer.Sleep { { seconds in try await self.wait(seconds) } }

    /// Lets time pass, and everybody act whose time has come, in order.
    func advance(bySeconds seconds: Double) async {
        await settle()
        let end = clock.now.millisecondsSinceEpoch + Int64((seconds * 1000).rounded())
        while let next = sleepers.min(by: { $0.value.due < $1.value.due }), next.value.due <= end {
            clock.advance(byMilliseconds: max(0, next.value.due - clock.now.millisecondsSinceEpoch))
            sleepers.removeValue(forKey: next.key)?.wake.resume()
            await settle()
        }
        clock.advance(byMilliseconds: end - clock.now.millisecondsSinceEpoch)
        await settle()
    }

    /// Gives whoever is about to do something on the main actor their turn.
    func settle() async {
        for _ in 0..<50 { await Task.yield() }
    }

    private func wait(_ seconds: Double) async throws {
        count += 1
        let number = count
        let due = clock.now.millisecondsSinceEpoch + Int64((seconds * 1000).rounded())
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else {
                    wake.resume(throwing: CancellationError())
                    return
                }
                sleepers[number] = (due, wake)
            }
        } onCancel: {
            Task { @MainActor in self.sleepers.removeValue(forKey: number)?.wake.resume(throwing: CancellationError()) }
        }
    }
}

extension Wording {
    /// For an American in kilograms, in whose time zone the days are those of UTC.
    static func test(
        _ locale: String = "en_US", weight: MetricUnit = .kilograms, distance: MetricUnit = .kilometres
    ) -> Wording {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        return Wording(
            units: UnitPreferences(weight: weight, distance: distance), locale: Locale(identifier: locale),
            calendar: calendar)
    }
}

extension [RecordEntry] {
    /// The entry of a record.
    func entry(_ id: UUID = Records.id(1)) -> RecordEntry? { first { $0.shown.id == id } }
}

extension RecordEntry? {
    /// For a message: `72.5, savedHere`.
    var told: String { map { "\($0.shown.value), \($0.state)" } ?? "no entry" }
}
