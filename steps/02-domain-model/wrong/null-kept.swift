// replaces: extra-members
// refused by: Step02ModelTests/nullMembersAreDropped()
// says: should be dropped
//
// Keeps null members: a record with one and a record without it mean the same, but their bytes differ.

        text = members.isEmpty ? "" : CanonicalJSON.text(.object(members))
