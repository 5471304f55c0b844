// replaces: write-json
// refused by: Step02ModelTests/writtenToTheByte()
// says: not in upper case as Foundation has it
//
// Writes the id as Foundation does, in upper case; all other builds write it in lower case.

        write(#"{"id":"#, id.uuidString)
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
            bytes.append(UInt8(ascii: ","))
            bytes.append(contentsOf: extra.text.utf8.dropFirst())  // its own members and closing brace
        }
