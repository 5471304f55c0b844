// replaces: write-json
// refused by: Step02ModelTests/writtenValues()
// says: not as 72.0
//
// Writes the value as Swift prints it: 72.0, where every other build writes 72.

        write(#"{"id":"#, id.lowercased)
        write(#","kind":"#, kind.rawValue)
        bytes.append(contentsOf: #","value":"#.utf8)
        bytes.append(contentsOf: "\(value)".utf8)
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
