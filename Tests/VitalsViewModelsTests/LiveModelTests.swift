import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@MainActor
@Suite("The mark that says if changes arrive at once") struct LiveModelTests {
    private struct Failure: Error {}

    @Test("It follows the stream, and promises nothing that isn't so")
    func marks() async throws {
        let expected: [(LiveStatus, String?)] = [
            (.connecting, "Reconnecting"), (.live, "Live"), (.reconnecting, "Reconnecting"), (.notSupported, nil),
            (.stopped, nil),
        ]
        for (status, mark) in expected {
            let model = LiveModel(device: try Device.inMemory()) { _, report in report(status) }
            expect(model.mark == nil)
            await model.run()
            expect(model.status == status && model.mark == mark)
        }
    }

    @Test("A stream that ends with an error leaves no mark")
    func fails() async throws {
        let model = LiveModel(device: try Device.inMemory()) { _, report in
            report(.live)
            throw Failure()
        }
        await model.run()
        expect(model.status == nil && model.mark == nil)
    }

    @Test("A phone without a server has no stream")
    func noServer() async throws {
        let model = LiveModel(device: try Device.inMemory())
        await model.run()
        expect(model.mark == nil)
    }
}
