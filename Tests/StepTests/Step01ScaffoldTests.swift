import StepSupport
import Testing

@Suite("Step 1: the scaffold")
struct Step01ScaffoldTests {
    @Test("there is a Package.swift")
    func manifestExists() throws {
        #expect(
            try PackageFiles.text("Package.swift").contains("Vitals"), "Package.swift does not name the library Vitals."
        )
    }
}
