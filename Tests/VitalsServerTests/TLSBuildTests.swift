import Foundation
import TestSupport
import Testing

/// A test that HTTPS is built in. `./vitals-course test` builds with the trait TLS and says so in `VITALS_TEST_TLS`.
/// Without this suite, a build without the trait would leave out the HTTPS tests and still be green.
@Suite("HTTPS in a run of all tests")
struct TLSBuildTests {
    @Test(
        "is compiled and can be tested",
        .enabled(if: ProcessInfo.processInfo.environment["VITALS_TEST_TLS"] == "1", "no run of `vitals-course test`"))
    func isThere() {
        #if TLS
        expect(TestCertificate.isPossible, "openssl or curl is missing, so the tests of HTTPS were left out")
        #else
        Issue.record("These tests were built without --traits TLS, so those of HTTPS are not among them.")
        #endif
    }
}
