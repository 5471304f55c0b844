// replaces: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: competes with version 5. It should become version 6, and it's 3
// breaks: next-version.1
//
// Adds one to the record's own version, without looking at what it has to exceed.

        try record.bumpVersion(now: clock())
