// @show health-bridge
/// A source of measurements that the person's system collects: HealthKit on Apple's systems, an Apple Health export
/// elsewhere.
public protocol HealthBridge: Sendable {
    /// The source's name in the store, which keeps one anchor per source.
    var source: String { get }

    /// Asks the person for permission, on systems that need it. A system may grant some kinds and not others, and
    /// needn't say which: the samples of a kind that wasn't granted simply don't come.
    func requestAuthorization(for kinds: [MetricKind]) async throws

    /// The samples that are new since an anchor (nil: all samples), in batches. Each batch carries the anchor that
    /// holds once it is stored. The store keeps both in one transaction, so a crash may repeat a batch but never skips
    /// one.
    func batches(since anchor: HealthAnchor?) -> AsyncThrowingStream<HealthBatch, any Error>
}
// @end

/// A mark of how far a source has been read, in the source's own format.
public struct HealthAnchor: RawRepresentable, Hashable, Sendable {
    /// The mark, as the source wrote it.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

// @show health-batch
/// A batch of samples, and the anchor after them.
public struct HealthBatch: Sendable {
    /// The samples as records, which may repeat records of earlier batches.
    public var measurements: [Measurement]
    /// The anchor to store with the batch; nil to keep the one before.
    public var anchor: HealthAnchor?

    /// Creates a batch.
    public init(measurements: [Measurement], anchor: HealthAnchor?) {
        self.measurements = measurements
        self.anchor = anchor
    }
}
// @end
