// replaces: write-json
// refused by: Step02ModelTests/extraMembersSurvive()
// says: in canonical order
//
// Puts the unknown members into a member named extra, where no build looks for them.

        write(#"{"id":"#, id.lowercased)
        write(#","kind":"#, kind.rawValue)
        bytes.append(contentsOf: #","value":"#.utf8)
        bytes.append(contentsOf: CanonicalJSON.number(value).utf8)
        write(#","unit":"#, unit.rawValue)
        write(#","recordedAt":"#, recordedAt.rfc3339)
        write(#","updatedAt":"#, updatedAt.rfc3339)
        bytes.append(contentsOf: #","version":"#.utf8)
        bytes.append(contentsOf: String(version).utf8)
        if extra.text.isEmpty {
            bytes.append(UInt8(ascii: "}"))
        } else {
            bytes.append(contentsOf: #","extra":"#.utf8)
            bytes.append(contentsOf: (extra.text + "}").utf8)
        }
