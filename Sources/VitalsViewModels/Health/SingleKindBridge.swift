public import Vitals

/// A health bridge for one kind, with its own anchor.
///
/// A person may grant one kind today and another next week, and the system doesn't report which. With one anchor for
/// all kinds, the older samples of the second would be behind it and never come. So each kind has its own anchor, and
/// stores none until it has brought a sample. A kind that gave nothing is read from the beginning each time, which
/// costs nothing while it is empty.
public struct SingleKindBridge: HealthBridge {
    public let kind: MetricKind
    public let source: String
    private let base: any HealthBridge
    private let onBatch: @Sendable (_ sampleCount: Int) -> Void

    /// - Parameters:
    ///   - base: a bridge that reads only that kind.
    ///   - onBatch: called for each batch with the number of its samples.
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
