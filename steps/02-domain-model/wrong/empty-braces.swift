// replaces: extra-members
// refused by: Step02ModelTests/nullMembersAreDropped()
// says: should be the empty text
//
// Writes {} if there are no members, so a record that was read differs from the same record made here.

        text = CanonicalJSON.text(.object(members.filter { $0.value != .null }))
