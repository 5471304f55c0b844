// replaces: tombstone-check
// refused by: Step17DeletesTests/contentIsRefused(_:)
// says: the member `deleted` and a value
//
// Checks a deletion as if it were a measurement, so one with 72 kg passes.

        try validate()
