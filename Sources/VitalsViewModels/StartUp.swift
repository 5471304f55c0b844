public import Observation
public import Vitals

/// The start of an app, in phases: what the first screen needs, then services, then work that can wait.
///
/// A phase that fails leaves what the phases before it have made. Without records there is no phone to show; after any other
/// failure there is one, and `problems` says what doesn't work.
@MainActor
@Observable
public final class StartUp {
    public enum Phase: Int, CaseIterable, Comparable, Hashable, Sendable {
        /// The store, its migrations and the token.
        case essential
        /// Whatever keeps running while the app is open, such as a connection for live changes.
        case services
        /// The first sync, and other work that a person doesn't wait for.
        case deferred

        public static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    /// A part of a phase after the first. It returns when what it starts has started.
    public struct Step: Sendable {
        public let phase: Phase
        /// The name as a person knows it, such as `Sync`.
        public let name: String
        let run: @MainActor @Sendable (PhoneModel) async throws -> Void

        public init(
            _ phase: Phase, _ name: String, run: @escaping @MainActor @Sendable (PhoneModel) async throws -> Void
        ) {
            self.phase = phase
            self.name = name
            self.run = run
        }
    }

    /// A step that failed.
    public struct Problem: Identifiable, Hashable, Sendable {
        public let phase: Phase
        public let name: String
        /// One sentence for a person.
        public let detail: String

        public var id: String { name }
    }

    /// The phone, once its records are open.
    public private(set) var phone: PhoneModel?
    /// The steps that failed, in the order in which they did.
    public private(set) var problems: [Problem] = []
    /// The phases that are over, with or without a problem.
    public private(set) var finished: Set<Phase> = []

    /// The reason why there is no phone to show.
    public var failure: Problem? { phone == nil ? problems.first : nil }

    private let open: @MainActor () throws -> PhoneModel
    private let diagnostics: DiagnosticsLog
    private let steps: [Step]
    @ObservationIgnored private var isRunning = false

    /// - Parameters:
    ///   - open: opens the store and the token, and creates the models. It may be called again after a failure.
    ///   - diagnostics: the log of what fails here, which the phone has too.
    ///   - steps: what follows. Within a phase they run in this order, one after the other.
    public init(
        diagnostics: DiagnosticsLog = DiagnosticsLog(), steps: [Step] = [],
        open: @escaping @MainActor () throws -> PhoneModel
    ) {
        self.diagnostics = diagnostics
        self.steps = steps
        self.open = open
    }

    /// Runs all phases; after a failure, those that haven't run yet.
    ///
    /// A second call while one is running does nothing. When the task is cancelled, the rest doesn't run.
    public func run() async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        guard let phone = openedPhone() else { return }
        for phase in Phase.allCases where !finished.contains(phase) {
            for step in steps where step.phase == phase {
                do {
                    try Task.checkCancellation()
                    try await step.run(phone)
                } catch is CancellationError {
                    return
                } catch {
                    problems.append(Problem(phase: phase, name: step.name, detail: diagnostics.message(of: error)))
                }
            }
            finished.insert(phase)
        }
    }

    /// Starts once more with a new phone, after the present one was erased.
    public func startAgain() async {
        guard !isRunning else { return }
        phone = nil
        finished = []
        await run()
    }

    /// Hides a problem that the person has read.
    public func dismiss(_ problem: Problem) {
        guard phone != nil else { return }
        problems.removeAll { $0 == problem }
    }

    private func openedPhone() -> PhoneModel? {
        if let phone { return phone }
        problems = []
        do {
            let opened = try open()
            phone = opened
            // A token that can't be read keeps this phone from syncing, and from nothing else.
            if let detail = opened.pairing.problem {
                problems.append(Problem(phase: .essential, name: "Server", detail: detail))
            }
        } catch {
            problems.append(Problem(phase: .essential, name: "Records", detail: diagnostics.message(of: error)))
        }
        return phone
    }
}
