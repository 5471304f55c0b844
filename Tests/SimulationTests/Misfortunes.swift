import TestSupport
import Vitals
import VitalsServer

/// What may befall a history beside its steps. It draws from a generator of its own, so that the steps of a seed stay as
/// they are.
///
/// A phone that still lives heals a server that forgot: it sends everything again. So a phone that has seen too little of
/// the log and doesn't know it shows only where the phone that wrote the rest is gone.
struct Misfortunes {
    /// The phone that is lost, with all that only it had; nil where none is.
    let lost: String?
    private let lossStep: Int
    private(set) var step = 0

    init(seed: UInt64, stepCount: Int = 60) {
        var random = SplitMix64(seed: ~seed)
        lost = Bool.random(using: &random) ? "C" : nil
        lossStep = Int.random(in: stepCount / 4..<stepCount, using: &random)
    }

    mutating func nextStep() { step += 1 }

    /// True from the step on in which this phone is lost.
    func isGone(_ device: SimulatedDevice) -> Bool { device.name == lost && step >= lossStep }

    /// Restores one of the backups while a response is on its way, in one request of thirty.
    static func restoring(
        _ server: MemorySyncStore, to backups: [MemorySyncStore.Snapshot], seed: UInt64,
        then note: @escaping @Sendable () -> Void = {}
    ) -> @Sendable () async -> Void {
        let random = Locked(SplitMix64(seed: ~seed))
        return {
            let backup = random.withLock { random in
                Int.random(in: 0..<30, using: &random) == 0 ? backups.randomElement(using: &random) : nil
            }
            guard let backup else { return }
            await server.restore(backup)
            note()
        }
    }
}
