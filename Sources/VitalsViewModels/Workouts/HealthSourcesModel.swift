public import Observation
import Vitals
import VitalsWorkouts

/// The model of the screen of health sources: permission in two steps, and what recorded the readings.
///
/// The phone is connected to a server first, so that a person knows where the data go before they allow anything.
@MainActor
@Observable
public final class HealthSourcesModel {
    /// One of the two steps.
    public struct Step: Identifiable, Hashable, Sendable {
        public enum State: Hashable, Sendable {
            /// It comes after the connection to a server, or after the other step.
            case later
            /// It's this step's turn.
            case ready
            /// The system is showing its own question.
            case asking
            /// The person has answered. The system doesn't say what.
            case asked
        }

        public let id: String
        public let title: String
        /// The text about what is read, why, and where it goes.
        public let explanation: String
        public let state: State
        public let types: [TypeRow]
    }

    /// A type of data.
    public struct TypeRow: Identifiable, Hashable, Sendable {
        public let id: String
        public let title: String
        /// `Reading`, `Nothing came yet`, or `Not asked yet`.
        public let state: String
    }

    /// A recorder of readings: a watch, a phone, an app.
    public struct Source: Identifiable, Hashable, Sendable {
        public let name: String
        /// The number of its readings and types, and when the last one was.
        public let detail: String
        public var id: String { name }
    }

    /// The thing to do before the first step; nil if nothing has.
    public private(set) var hint: String?
    public private(set) var steps: [Step] = []
    /// The sources of the samples on this phone, the one with the latest reading first.
    public private(set) var sources: [Source] = []
    /// The reason why the last action failed.
    public private(set) var problem: String?

    /// The sentence below a type of which nothing came.
    public static let nothingCameText =
        "“Nothing came yet” can mean that there is nothing, or that Vitals may not read it: Health doesn’t tell an app "
        + "which. To change what is allowed: Settings, Apps, Health, Data Access & Devices, Vitals."

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let settings: any SettingsStore
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let source: (any PermittedSource)?
    private let onAnswer: @MainActor () async -> Void
    private var asking: PermissionStep?

    nonisolated static let activityName = "health.asked.activity"
    nonisolated static let bodyName = "health.asked.body"
    nonisolated static let settingNames = [activityName, bodyName]

    /// - Parameters:
    ///   - source: nil on a device without Health.
    ///   - onAnswer: called after a step, to read what was allowed.
    init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), settings: any SettingsStore,
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock, source: (any PermittedSource)?,
        onAnswer: @escaping @MainActor () async -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.settings = settings
        self.formatter = formatter
        self.clock = clock
        self.source = source
        self.onAnswer = onAnswer
    }

    /// The types that may be read now.
    var askedTypes: [String] {
        guard let source else { return [] }
        return PermissionStep.allCases.filter(wasAsked).flatMap { $0.types(of: source) }
    }

    /// Reads the store again.
    public func refresh() {
        do {
            let isConnected = try device.isLoggedIn()
            let isNew = !PermissionStep.allCases.contains(where: wasAsked)
            hint =
                source == nil
                ? "This device has no Health. Import an Apple Health export, or write workouts down yourself."
                : isConnected || !isNew
                    ? nil
                    : "Connect this phone to your server first, under Settings, Server. Then it can ask for Health."
            let seen = try device.healthTypesSeen()
            steps =
                source.map { source in
                    PermissionStep.allCases.map { step($0, of: source, seen, isConnected: isConnected) }
                } ?? []
            sources = try readSources()
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Has the system ask the person for the types of a step, and reads what was allowed.
    ///
    /// - Parameter id: the step's id. A step whose turn it isn't is left alone.
    public func ask(_ id: String) async {
        refresh()
        guard let source, let step = PermissionStep(rawValue: id), asking == nil,
            steps.contains(where: { $0.id == id && $0.state == .ready })
        else { return }
        asking = step
        problem = nil
        refresh()
        do {
            try await source.ask(for: step.types(of: source))
            settings.set(Self.answered, for: Self.settingName(step))
        } catch is CancellationError {
            // The person left the screen before the system asked.
        } catch {
            problem = diagnostics.message(of: error)
        }
        asking = nil
        refresh()
        if wasAsked(step) {
            await onAnswer()
            refresh()
        }
    }

    private static func settingName(_ step: PermissionStep) -> String { step == .activity ? activityName : bodyName }

    private static let answered = "on"

    private func wasAsked(_ step: PermissionStep) -> Bool { settings.text(Self.settingName(step)) == Self.answered }

    private func step(
        _ step: PermissionStep, of source: any PermittedSource, _ seen: Set<String>, isConnected: Bool
    ) -> Step {
        let before = PermissionStep.allCases.prefix { $0 != step }
        let state: Step.State =
            if asking == step {
                .asking
            } else if wasAsked(step) {
                .asked
            } else {
                isConnected && before.allSatisfy(wasAsked) ? .ready : .later
            }
        let rows = step.types(of: source).map { type in
            let label = seen.contains(type) ? "Reading" : state == .asked ? "Nothing came yet" : "Not asked yet"
            return TypeRow(id: type, title: SampleTypeTitle.of(type), state: label)
        }
        return Step(
            id: step.rawValue, title: step == .activity ? "Workouts and activity" : "Body measures",
            explanation: Self.explanation(step), state: state, types: rows)
    }

    private static func explanation(_ step: PermissionStep) -> String {
        let what =
            step == .activity
            ? "Vitals reads your workouts and what a watch counts all day: steps, distances, energy and heart rate."
            : "Vitals reads your weight, height and body fat."
        return what
            + " It only reads, and never writes there. The readings are kept on this phone and go to your server. "
            + "You may allow some and not others. Vitals gives no medical advice."
    }

    private func readSources() throws -> [Source] {
        var found: [String: (count: Int, types: Int, last: Timestamp)] = [:]
        for summary in try device.samples.types() {
            for source in summary.sources {
                let before = found[source.name] ?? (0, 0, .min)
                found[source.name] = (before.count + source.count, before.types + 1, max(before.last, source.last))
            }
        }
        let (formatter, now) = (formatter(), clock())
        return found.sorted { ($1.value.last, $0.key) < ($0.value.last, $1.key) }.map { name, all in
            let types = SyncModel.count(all.types, "type")
            return Source(
                name: name.onOneLine,
                detail: "\(SyncModel.count(all.count, "reading")) of \(types), the last "
                    + formatter.dayAndTime(all.last, seenFrom: now))
        }
    }
}

/// The name of a type that a person reads.
enum SampleTypeTitle {
    static func of(_ type: String) -> String {
        type == SampleTables.workoutType ? "Workouts" : SampleType.named(type)?.title ?? type.onOneLine
    }
}
