import TestSupport
import Testing
import VitalsServer

/// How the store learns of the token by which a request came.
@Suite("The token of the running request") struct RequestOriginTests {
    @Test("It's known in all that the request does, and to no other one")
    func reaches() async {
        expect(RequestOrigin.token == nil)
        await RequestOrigin.with(SecretHash("a")) {
            async let child = RequestOrigin.token
            await expect(child, equals: SecretHash("a"))
            await RequestOrigin.with(nil) { expect(RequestOrigin.token == nil) }
            expect(RequestOrigin.token, equals: SecretHash("a"))
        }
        expect(RequestOrigin.token == nil)
    }

    @Test("A store that knows whose short-lived token it is names the device's, and all layers of the request see that")
    func resolves() async {
        await RequestOrigin.with(SecretHash("short-lived")) {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { RequestOrigin.resolve(SecretHash("short-lived"), to: SecretHash("device")) }
            }
            // Work of the request may look up other devices' tokens too.
            RequestOrigin.resolve(SecretHash("another"), to: SecretHash("another-device"))
            expect(RequestOrigin.token, equals: SecretHash("device"))
        }
        RequestOrigin.resolve(SecretHash("short-lived"), to: SecretHash("device"))
        expect(RequestOrigin.token == nil)
    }
}
