/// The record that both sides keep: the greater one of the two.
///
/// Total, commutative, associative and idempotent, because `Precedence` is a total order; it does not know which of the
/// two is local, and must not.
public func merge(_ local: Measurement, _ remote: Measurement) -> Measurement {
    // @write 8 merge
    remote.beats(local) ? remote : local
    // @starter
    //| todo(8, "return the greater of the two records")
    // @end
}
