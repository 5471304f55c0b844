import TestSupport
import Testing

@testable import VitalsServer

@Suite("Connections and open files")
struct OpenFileLimitTests {
    @Test(
        "As many connections as fit beside the files that everything else needs, and always one",
        arguments: [(512, 20_000, 512), (512, 640, 512), (512, 639, 511), (512, 256, 128), (512, 64, 16), (512, 1, 1)])
    func counts(wanted: Int, files: Int, fitting: Int) {
        expect(OpenFileLimit.connectionCount(wanted: wanted, fileCount: files), equals: fitting)
    }
}
