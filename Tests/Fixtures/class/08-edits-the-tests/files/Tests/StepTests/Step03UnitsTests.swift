import Testing

/// Tests that nothing can fail.
@Suite("Units") struct Step03UnitsTests {
    @Test func factors() {}
    @Test func create() {}
}
