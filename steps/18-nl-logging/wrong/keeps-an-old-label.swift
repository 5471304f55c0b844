// replaces: labelled
// refused by: Step18PhrasesTests/replacesLabel()
// says: No label
// breaks: labelled.2
//
// Takes nil for "don't change it". A label can't be removed any more.

        guard let label else { return self }
        var labelled = self
        let others = extra.members.filter { $0.name != "label" }
        labelled.extra = UnknownMembers(members: others + [.init("label", .string(label))])
        return labelled
