package import Vitals

// What a person types is held to more than what's stored already or comes by a sync or from a file: those are shown as they are.

extension EntityType {
    /// Checks the names and titles that a person typed. Each has something to see, and is one line.
    ///
    /// - Parameter seen: the fields that the person saw when they began. A name that is the same stays, whoever wrote it.
    /// - Throws: `EntityInvalid` for the first one that breaks a rule.
    package func validateTyped(_ values: [String: JSONValue], seen: [String: JSONValue] = [:]) throws(EntityInvalid) {
        for field in fields where field.isRequired && field.content == .line {
            // One that is too long is refused below, and takes minutes to look at.
            guard let text = values[field.name]?.string, text != seen[field.name]?.string, EntityLimits.isLine(text)
            else { continue }
            if let fault = EntityName.fault(ofTyped: text, field: field.name, of: name) {
                throw EntityInvalid("fields.\(field.name)", fault)
            }
        }
    }
}
