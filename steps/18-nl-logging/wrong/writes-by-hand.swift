// replaces: labelled
// refused by: Step18PhrasesTests/replacesLabel()
// says: A label with quotes and a backslash
// breaks: labelled.4
//
// Puts JSON together as text. A quote in the label ends it.

        var labelled = self
        var members = extra.members.filter { $0.name != "label" }.map { #""\#($0.name)":\#(CanonicalJSON.text($0.value))"# }
        if let label { members.append(#""label":"\#(label)""#) }
        members.sort()
        labelled.extra = UnknownMembers(unchecked: members.isEmpty ? "" : "{\(members.joined(separator: ","))}")
        return labelled
