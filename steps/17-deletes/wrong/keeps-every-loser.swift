// replaces: unseen
// refused by: Step17DeletesTests/seenIsNoConflict()
// says: stops reading
//
// Keeps whatever is replaced, even what the other person had read and corrected.

        return true
