extension Int64 {
    /// The quotient rounded down; `/` would round towards zero. So a millisecond before 1970 is on 31 December 1969.
    ///
    /// - Precondition: `divisor` is positive.
    func floorDivided(by divisor: Int64) -> Int64 {
        // @write 2 floor-division
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
        // @starter
        //| todo(2, "divide and round towards the past, below zero too")
        // @end
    }
}
