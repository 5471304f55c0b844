import Vitals

/// A sample source that asks the person first, and that wakes the app when there is something new: HealthKit.
package protocol PermittedSource: SampleSource {
    /// Has the system ask for permission to read these types, and never to write. The system doesn't say what was allowed, and
    /// it asks once for each type: later calls return at once.
    ///
    /// - Throws: where the system couldn't ask.
    func ask(for types: [String]) async throws

    /// Has the system wake the app when one of these types has something new, also in the background. Each wake-up is ended once.
    ///
    /// - Throws: where the system takes no such wish.
    func observe(_ types: [String], with wakeUps: WakeUps) async throws

    /// Ends what `observe` began.
    func stopObserving() async
}

/// The two steps in which a person is asked, one after the other.
package enum PermissionStep: String, CaseIterable, Hashable, Sendable {
    /// Workouts, and what a watch counts all day.
    case activity
    /// Weight, height and body fat.
    case body

    private static let bodyMeasures: Set<String> = [
        MetricKind.weight.rawValue, MetricKind.height.rawValue, MetricKind.bodyFat.rawValue,
    ]

    /// The step in which a type is asked for.
    package init(type: String) { self = Self.bodyMeasures.contains(type) ? .body : .activity }

    /// The types of a source that this step asks for, in the source's order.
    package func types(of source: any SampleSource) -> [String] { source.types.filter { Self(type: $0) == self } }
}
