/// Four values of a type: fourteen nested levels of it are 268 million numbers.
struct Four<T> {
    var (a, b, c, d): (T, T, T, T)
}

typealias Level1 = Four<Int>
typealias Level2 = Four<Level1>
typealias Level3 = Four<Level2>
typealias Level4 = Four<Level3>
typealias Level5 = Four<Level4>
typealias Level6 = Four<Level5>
typealias Level7 = Four<Level6>
typealias Level8 = Four<Level7>
typealias Level9 = Four<Level8>
typealias Level10 = Four<Level9>
typealias Level11 = Four<Level10>
typealias Level12 = Four<Level11>
typealias Level13 = Four<Level12>
typealias Level14 = Four<Level13>

func copied(_ it: Level14) -> Level14 {
    let copy = it
    return copy
}
