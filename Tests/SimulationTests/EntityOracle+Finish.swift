import Foundation
import Vitals
import VitalsEntities
import VitalsServerEntities

extension EntityOracle {
    /// Everyone has synced: what was promised must hold now.
    func finish(_ entities: MemoryEntities, _ phones: [EntitySimulatedPhone]) throws {
        let truth = entities.rows.filter { !$0.value.isDeleted }
        func end(_ id: UUID) -> UUID {
            var (current, steps) = (id, 0)
            while let next = entities.aliases[current], steps < 50 { (current, steps) = (next, steps + 1) }
            if steps == 50 { flag("8 a circle of aliases") }
            return current
        }
        func normal(_ value: JSONValue, _ field: String) -> JSONValue {
            guard field == "group", let id = value.string.flatMap({ UUID(text: $0) }) else { return value }
            return .string(end(id).lowercased)
        }
        var told: [String: Set<JSONValue>] = [:]
        for phone in phones {
            if try !phone.isQuiet { flag("1 queue stuck", phone.name) }
            try compare(phone, truth)
            for conflict in try phone.access.read({ try $0.conflicts() }) {
                for (field, value) in conflict.fields {
                    told[Self.key(end(conflict.entity), field), default: []].insert(normal(value, field))
                }
                let links = conflict.fields["tags"]?.texts.compactMap { UUID(text: $0) } ?? []
                // A link to an entity whose create was refused at first is told with reason, even if it was mended since.
                if conflict.code == "changed", !links.isEmpty || conflict.fields["tags"] == .array([]),
                    restoreCount == 0, links.allSatisfy({ entities.rows[end($0)] != nil && !bad.contains($0) })
                {
                    flag("6 needless conflict about a set", "\(conflict)")
                }
                if conflict.fields.isEmpty { told[Self.key(end(conflict.entity), ""), default: []] = [] }
            }
        }
        for id in buried where truth[id] != nil { flag("9 resurrected", "\(id)") }
        check(edits, truth, end, normal, told)
        checkLinks(truth, end, told)
        checkCreates(entities, truth, end, told)
    }

    private func compare(_ phone: EntitySimulatedPhone, _ truth: [UUID: EntityRow]) throws {
        let shown = try phone.everything()
        let expected = truth.filter { phone.typeNames.contains($0.value.type) }
        let differs =
            Set(shown.keys) != Set(expected.keys)
            || expected.contains { !isSame(shown[$0.key]!.fields, $0.value.fields) }
        if differs {
            let ids = Set(shown.keys).union(expected.keys).filter { id in
                guard let one = shown[id], let other = expected[id] else { return true }
                return !isSame(one.fields, other.fields)
            }
            flag(
                "1 diverged",
                "\(phone.name) \(ids.map { "\($0): \(String(describing: shown[$0]?.fields)) \(String(describing: expected[$0]?.fields))" })"
            )
        }
    }

    /// An empty set is no value.
    private func isSame(_ one: [String: JSONValue], _ other: [String: JSONValue]) -> Bool {
        one.filter { $0.value != .array([]) } == other.filter { $0.value != .array([]) }
    }

    private func check(
        _ all: [Edit], _ truth: [UUID: EntityRow], _ end: (UUID) -> UUID, _ normal: (JSONValue, String) -> JSONValue,
        _ told: [String: Set<JSONValue>]
    ) {
        var (writers, last, seen) = ([String: Set<String>](), [String: JSONValue](), [String: Set<JSONValue>]())
        // The ids under which a field was written: more than one where two entities became one.
        var sources: [String: Set<UUID>] = [:]
        var answers: [String: Set<EntityAnswer>] = [:]
        var poor: Set<UUID> = []
        let edits = all.compactMap { edit -> Edit? in
            if EntitySimulatedPhone.isBad(edit.to) { poor.insert(end(edit.id)) }
            // Also of an entity whose create was refused at first: its author saw the value that the edit replaces.
            seen[Self.key(end(edit.id), edit.field), default: []].insert(normal(edit.base, edit.field))
            if bad.contains(edit.id) || dead.contains(edit.requestID) { return nil }
            var edit = edit
            (edit.base, edit.to) = (normal(edit.base, edit.field), normal(edit.to, edit.field))
            return edit
        }
        for edit in edits {
            let key = Self.key(end(edit.id), edit.field)
            guard edit.field != "tags", !EntitySimulatedPhone.isBad(edit.to) else { continue }
            writers[key, default: []].insert(edit.phone)
            sources[key, default: []].insert(edit.id)
            last[key] = edit.to
            if let answer = EntityAnswer(edit.to) { answers[key, default: []].insert(answer) }
        }
        for edit in edits {
            let id = end(edit.id)
            let key = Self.key(id, edit.field)
            guard !dropped.contains("\(edit.phone) \(edit.id)"), edit.field != "tags", let row = truth[id],
                !EntitySimulatedPhone.isBad(edit.to), EntityTypes.builtIn[row.type]?.keys.contains(edit.field) != true,
                edit.to != .null
            else { continue }
            if row.value(edit.field) == edit.to || seen[key]!.contains(edit.to) || told[key]?.contains(edit.to) == true
            {
                continue
            }
            if refused.contains(key) { continue }
            // A snooze gives way to what is done, and to a later one, and nobody is told.
            if case .snoozed(let until)? = EntityAnswer(edit.to),
                answers[key]!.contains(where: { if case .snoozed(let other) = $0 { other > until } else { true } })
            {
                count("a snooze gave way")
                continue
            }
            if restoreCount > 0, (writers[key]?.count ?? 0) > 1 || (sources[key]?.count ?? 0) > 1 { continue }
            flag("6 an edit vanished unseen", "\(edit) now \(row.value(edit.field))")
        }
        for (key, phones) in writers {
            let (id, field) = (UUID(text: String(key.prefix(36)))!, String(key.dropFirst(37)))
            guard phones.count == 1, let row = truth[id], !["name", "group", "start", "minutes"].contains(field),
                !refused.contains(key), !poor.contains(id), !merges.values.contains(id)
            else { continue }
            if row.value(field) != last[key] {
                flag("6 the only writer lost the last edit", "\(key) \(last[key]!) now \(row.value(field))")
            }
            if told[key]?.isEmpty == false, restoreCount == 0, expired.isEmpty { flag("6 needless conflict", key) }
        }
    }

    /// A link that people only added is there, one that they only removed isn't.
    private func checkLinks(_ truth: [UUID: EntityRow], _ end: (UUID) -> UUID, _ told: [String: Set<JSONValue>]) {
        struct Link: Hashable {
            var source: UUID
            var target: UUID
        }
        var (added, removed, initial) = (Set<Link>(), Set<Link>(), Set<Link>())
        var (who, poor) = ([UUID: Set<String>](), Set<UUID>())
        func targets(_ value: JSONValue) -> Set<UUID> { Set(value.texts.compactMap { UUID(text: $0) }) }
        for edit in edits {
            let id = end(edit.id)
            if EntitySimulatedPhone.isBad(edit.to) || dead.contains(edit.requestID) || bad.contains(edit.id) {
                poor.insert(id)
            }
            guard edit.field == "tags", told[Self.key(id, "tags")] == nil else { continue }
            who[id, default: []].insert(edit.phone)
            let isInitial = creates[edit.id]?.requestID == edit.requestID
            for target in targets(edit.to).subtracting(targets(edit.base)) {
                let link = Link(source: id, target: end(target))
                if isInitial { initial.insert(link) } else { added.insert(link) }
            }
            for target in Set(targets(edit.base).map(end)).subtracting(targets(edit.to).map(end)) {
                removed.insert(Link(source: id, target: target))
            }
        }
        for link in added.union(removed).union(initial) {
            guard let row = truth[link.source], truth[link.target] != nil, !poor.contains(link.source),
                restoreCount == 0 || who[link.source]!.count < 2
            else { continue }
            let isThere = row.elements("tags").contains(link.target.lowercased)
            if !removed.contains(link), !isThere { flag("6 a link vanished", "\(link)") }
            if !added.contains(link), removed.contains(link), isThere { flag("6 a link came back", "\(link)") }
        }
    }

    private func checkCreates(
        _ entities: MemoryEntities, _ truth: [UUID: EntityRow], _ end: (UUID) -> UUID, _ told: [String: Set<JSONValue>]
    ) {
        for id in creates.keys where !bad.contains(id) {
            let survivor = end(id)
            if entities.rows[survivor] == nil {
                if told[Self.key(survivor, "title")] != nil {
                    count("unplaced")
                } else {
                    flag("4 a created entity is nowhere", "\(id)")
                }
            } else if truth[survivor] == nil {
                let parents = (groups[id] ?? []).union(groups[survivor] ?? [])
                let reasons = parents.union(parents.map(end)).union(parents.flatMap { was[$0] ?? [] }).union([
                    id, survivor,
                ])
                if reasons.isDisjoint(with: Set(deletes.keys).union(buried)) {
                    flag("9 deleted by nobody", "\(id) \(survivor)")
                }
            }
        }
    }
}
