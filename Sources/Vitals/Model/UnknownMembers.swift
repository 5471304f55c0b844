/// The members of a JSON record beyond the seven of the base shape, as one canonical text.
///
/// A device that does not know a member still stores it and sends it back with every edit, so that an old build never
/// strips what a newer one wrote. RFC 8785 gives each value one spelling, so every build compares the same bytes.
public struct UnknownMembers: Hashable, Sendable {
    /// RFC 8785 canonical JSON of an object, or the empty text when there are no members.
    public let text: String

    /// No members.
    public static let empty = UnknownMembers(unchecked: "")

    /// 8 KiB: enough for a page-long note, and small enough that a full batch fits in one request.
    public static let maximumSizeBytes = 8192
    /// Levels of nesting; the members themselves are the first.
    public static let maximumDepth = 8

    /// Creates the text from members. Null members are dropped: an absent member and a null one mean the same.
    package init(members: [JSONValue.Member]) {
        // @write 2 extra-members
        let present = members.filter { $0.value != .null }
        text = present.isEmpty ? "" : CanonicalJSON.text(.object(present))
        // @starter
        //| todo(2, "keep the members that are not null, as one canonical text")
        // @end
    }

    /// Wraps a text that was read from our own database, without checking it.
    package init(unchecked text: String) { self.text = text }

    /// The members, parsed from `text`, in canonical order.
    package var members: [JSONValue.Member] {
        guard !text.isEmpty, case .object(let members)? = try? JSONValue(parsing: text) else { return [] }
        return members
    }

    /// The value of the member with this name, compared by bytes; nil where there is none.
    package subscript(name: String) -> JSONValue? {
        text.isEmpty ? nil : members.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// The members of a deletion: `deleted` alone.
    package static let deletion = UnknownMembers(unchecked: #"{"deleted":true}"#)

    /// The value of the member `deleted`; nil where there is none.
    package var deleted: JSONValue? {
        guard self != .deletion else { return .bool(true) }
        return self["deleted"]
    }

    // @show extra-limits
    /// Checks the limits of size and depth.
    ///
    /// - Throws: `MeasurementError.extraTooLarge` or `.extraTooDeep`.
    public func validate() throws {
        guard !text.isEmpty else { return }
        guard text.utf8.count <= Self.maximumSizeBytes else { throw MeasurementError.extraTooLarge }
        guard JSONValue.object(members).depth <= Self.maximumDepth else { throw MeasurementError.extraTooDeep }
    }
    // @end

    public static func == (left: UnknownMembers, right: UnknownMembers) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}

extension Measurement {
    /// True for the record of a deletion: another device, or a later build, deleted the record with this id. Lists, charts
    /// and totals leave it out.
    public var isDeleted: Bool { extra.deleted == .bool(true) }
}
