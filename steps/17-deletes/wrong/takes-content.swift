// replaces: tombstone-check
// refused by: Step17DeletesTests/contentIsRefused(_:)
// says: The server took a record with the member
//
// Checks a deletion as if it were a measurement, so one with 72 kg passes.

        try validate()
