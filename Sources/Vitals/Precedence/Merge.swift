/// Returns the greater of the two records, which both sides keep.
///
/// Total, commutative, associative and idempotent, because `Precedence` is a total order. It doesn't know which of the
/// two is local, and must not.
public func merge(_ local: Measurement, _ remote: Measurement) -> Measurement {
    // @write 8 merge
    remote.beats(local) ? remote : local
    // @starter
    //| todo(8, "return the greater of the two records")
    // @end
}
