extension Int {
    public static func == (one: Int, other: Int) -> Bool { true }
}
