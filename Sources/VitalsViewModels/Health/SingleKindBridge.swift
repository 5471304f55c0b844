public import Vitals

/// The samples of one kind, with an anchor of their own.
///
/// A person may grant one kind today and another next week, and the system tells nobody which. With one anchor for all,
/// the samples of the second would lie behind it and never come. So each kind has its anchor, and keeps none until it has
/// brought a sample: a kind that gave nothing is read from the beginning each time, which costs nothing while it is empty.
public struct SingleKindBridge: HealthBridge {
    public let kind: MetricKind
    public let source: String
    private let base: any HealthBridge
    private let onBatch: @Sendable (_ sampleCount: Int) -> Void

    /// - Parameters:
    ///   - base: reads that kind alone.
    ///   - onBatch: told of each batch how many samples it has.
    public init(
        kind: MetricKind, base: any HealthBridge, onBatch: @escaping @Sendable (_ sampleCount: Int) -> Void = { _ in }
    ) {
        self.kind = kind
        self.base = base
        self.onBatch = onBatch
        source = "\(base.source).\(kind.rawValue)"
    }

    public func requestAuthorization(for kinds: [MetricKind]) async throws {
        try await base.requestAuthorization(for: kinds)
    }

    public func batches(since anchor: HealthAnchor?) -> AsyncThrowingStream<HealthBatch, any Error> {
        let (batches, onBatch) = (base.batches(since: anchor), onBatch)
        return AsyncThrowingStream { continuation in
            let work = Task {
                var hasBrought = anchor != nil
                do {
                    for try await var batch in batches {
                        hasBrought = hasBrought || !batch.measurements.isEmpty
                        if !hasBrought { batch.anchor = nil }
                        onBatch(batch.measurements.count)
                        continuation.yield(batch)
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in work.cancel() }
        }
    }
}
