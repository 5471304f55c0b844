import Testing

#if os(Linux)
/// The program of all tests, in place of the one that SwiftPM writes. That one looks for tests of XCTest, and there are
/// none; but to look, it needs an index of every file from the compiler, which takes a tenth longer for it.
///
/// SwiftPM knows the file by its name. Its own program calls the same function.
@main
struct TestProgram {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
#endif
