// @show health-bridge
/// A source of measurements that the person's system collects: HealthKit on Apple's systems, an Apple Health export
/// elsewhere.
public protocol HealthBridge: Sendable {
    /// Names the source in the store, beside its anchor: one anchor a source.
    var source: String { get }

    /// Asks the person, where there is someone to ask. A system may grant some kinds and not others, and need not say
    /// which: the samples of a kind that was not granted simply do not come.
    func requestAuthorization(for kinds: [MetricKind]) async throws

    /// What is new since an anchor (nil: everything), in batches. Each batch carries the anchor that holds once it is
    /// stored; the store keeps both in one transaction, so that a crash repeats a batch and never skips one.
    func batches(since anchor: HealthAnchor?) -> AsyncThrowingStream<HealthBatch, any Error>
}
// @end

/// How far a source has been read, in the source's own terms.
public struct HealthAnchor: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

// @show health-batch
/// Samples that belong together, and the anchor after them.
public struct HealthBatch: Sendable {
    public var measurements: [Measurement]
    public var anchor: HealthAnchor?

    public init(measurements: [Measurement], anchor: HealthAnchor?) {
        self.measurements = measurements
        self.anchor = anchor
    }
}
// @end
