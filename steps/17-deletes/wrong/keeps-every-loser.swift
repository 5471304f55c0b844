// replaces: unseen
// refused by: Step17DeletesTests/seenIsNoConflict()
// says: stops reading
// breaks: unseen.4
//
// Keeps whatever is replaced, even what the other person had read and corrected.

        return true
