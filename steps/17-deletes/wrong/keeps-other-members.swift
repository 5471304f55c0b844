// replaces: tombstone
// refused by: Step17DeletesTests/holdsNothing()
// says: as private as the value
// breaks: tombstone.5
//
// Adds the member to the others instead of putting it in their place.

        var deletion = self
        deletion.value = kind.bounds?.lowerBound ?? 0
        deletion.unit = kind.canonicalUnit ?? unit
        deletion.recordedAt = updatedAt
        deletion.extra = UnknownMembers(members: extra.members + [.init("deleted", .bool(true))])
        return deletion
