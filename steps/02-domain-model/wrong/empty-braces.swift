// replaces: extra-members
// refused by: Step02ModelTests/nullMembersAreDropped()
// says: should be the empty text
//
// Writes {} where there are no members, so that a record read and a record made here differ.

        text = CanonicalJSON.text(.object(members.filter { $0.value != .null }))
