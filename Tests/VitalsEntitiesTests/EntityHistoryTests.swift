import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities

/// Rules of a lost history whose cases are too rare for random histories. Each is shown with the rule and without it.
@Suite("Entities of a phone whose server has lost its history")
struct EntityHistoryTests {
    /// A phone whose tag "Morning" was joined with another's, and a note with that tag.
    private func joined(_ rules: EntityRules) throws -> (phone: EntityPhone, own: UUID, survivor: UUID, note: UUID) {
        let phone = try EntityPhone(rules: rules)
        let own = try phone.create("tag", ["name": .string("Morning")])
        let note = try phone.create("note", ["title": .string("Ran"), "tags": .set([own.lowercased])])
        let survivor = Answer.row("tag", seq: 2, ["name": .string("morning")])
        try phone.sync { request, _ in
            switch request {
            case .push(let commands):
                var response = Answer.applied(commands, seq: 4)
                guard case .pushed(var results) = response.body else { return .success(response) }
                results[0].id = survivor.id
                results[0].entity = survivor
                response.body = .pushed(results)
                return .success(response)
            case .changes(let cursors, _, _):
                let stored = Answer.row(
                    "note", note, seq: 4, ["title": .string("Ran"), "tags": .set([survivor.id.lowercased])])
                return .success(Answer.page([survivor, stored], seq: 4, cursors: cursors))
            case .restate: return Answer.good(request)
            }
        }
        return (phone, own, survivor.id, note)
    }

    @Test("A tag that was joined leads to the one that stayed, under either id")
    func resolves() throws {
        let (phone, own, survivor, note) = try joined(.all)
        try expect(phone.shown(own)?.id, equals: survivor)
        try expect(phone.shown(note)?.fields["tags"]?.texts ?? [], equals: [survivor.lowercased])
    }

    @Test("A replaced id that the server brings to life again is itself again", arguments: [true, false])
    func undo(hasRule: Bool) throws {
        let (phone, own, survivor, note) = try joined(hasRule ? .all : .all.subtracting(.undo))
        try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
            let revived = Answer.row("tag", own, seq: 7, ["name": .string("Morning again")])
            let linked = Answer.row(
                "note", note, seq: 8, version: 2, ["title": .string("Ran"), "tags": .set([own.lowercased])])
            return .success(Answer.page([revived, linked], seq: 8, cursors: cursors))
        }
        let target = try phone.shown(note)?.fields["tags"]?.texts ?? []
        expect(target, equals: [(hasRule ? own : survivor).lowercased])
    }

    @Test("A row that nobody could place is kept where its person sees it", arguments: [true, false])
    func unplaced(hasRule: Bool) throws {
        let phone = try EntityPhone(rules: hasRule ? .all : .all.subtracting(.unplaced))
        let group = Answer.row("group", seq: 1, ["name": .string("Morning")])
        let reminder = Answer.row(
            "reminder", seq: 2, ["title": .string("Stretch"), "group": .string(group.id.lowercased)])
        try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
            return .success(Answer.page([group, reminder], seq: 2, cursors: cursors))
        }
        var hasLost = false
        try phone.sync { request, _ in
            switch request {
            case .restate(let rows, _) where rows.contains { $0.id == reminder.id }:
                return .success(
                    EntityResponse(
                        .restated(EntityRestated(replaced: [:], unplaced: [reminder.id])), receipt: Answer.receipt(1)))
            case .changes where !hasLost:
                hasLost = true
                return .failure(.historyLost)
            default: return Answer.good(request, seq: 1)
            }
        }
        let conflicts = try phone.access.read { try $0.conflicts() }
        expect(conflicts.map(\.code), equals: hasRule ? ["unplaced"] : [])
        try expect(phone.shown(reminder.id) == nil, equals: hasRule)
        guard hasRule else { return }
        #expect(throws: EntityInvalid.self) {
            try phone.access.write { tables in
                try tables.restore(conflict: conflicts[0].id, ["group": .string(UUID().lowercased)])
            }
        }
        try phone.access.write { try $0.restore(conflict: conflicts[0].id) }
        try expect(phone.pending().map(\.operation), equals: [.create])
    }

    @Test("A restated tag that joins another one keeps its other colour where its user sees it")
    func joinedByRestate() throws {
        let phone = try EntityPhone()
        let mine = Answer.row("tag", seq: 1, ["name": .string("Morning"), "colour": .string("red")])
        let other = Answer.row("tag", seq: 2, ["name": .string("morning"), "colour": .string("blue")])
        try phone.sync { request, _ in
            guard case .changes(let cursors, _, _) = request else { return Answer.good(request) }
            return .success(Answer.page([mine], seq: 1, cursors: cursors))
        }
        var hasLost = false
        try phone.sync { request, _ in
            switch request {
            case .restate:
                return .success(
                    EntityResponse(
                        .restated(EntityRestated(replaced: [mine.id: other], unplaced: [])), receipt: Answer.receipt(2))
                )
            case .changes where !hasLost:
                hasLost = true
                return .failure(.historyLost)
            default: return Answer.good(request, seq: 2)
            }
        }
        let conflict = try #require(try phone.access.read { try $0.conflicts() }.first)
        expect(conflict.code == "changed" && conflict.entity == other.id, "\(conflict)")
        expect(conflict.fields, equals: ["colour": .string("red")])
        try phone.access.write { try $0.restore(conflict: conflict.id) }
        try expect(phone.shown(mine.id)?.text("colour"), equals: "red")
        try expect(phone.pending().map(\.id), equals: [other.id])
    }
}
