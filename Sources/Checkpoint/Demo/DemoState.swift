/// One record in the three places that hold it, at one moment; nil where it's missing.
struct DemoState: Codable, Sendable {
    let phoneA: DemoRecord?
    let phoneB: DemoRecord?
    let server: DemoRecord?

    /// Returns true if all three hold `record` and neither phone has anything left to push.
    func agrees(on record: DemoRecord) -> Bool {
        [phoneA, phoneB, server].allSatisfy { $0?.content == record.content }
            && phoneA?.dirty == false && phoneB?.dirty == false
    }
}
