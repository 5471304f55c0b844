import Foundation
import GRDB
import StepSupport
import Testing
import Vitals

/// More tests of what a deletion clears, and of the parent that an edit has once a copy was acknowledged.
extension Step17DeletesTests {
    @Test("a deletion takes every copy of its own record, and none of another")
    func clearsEveryCopy() throws {
        let store = try Records.store()
        let (other, late) = (Records.id(2), Int64(9_000_000_000_000))
        for record in [other, id] {
            try receive(Records.weight(70, id: record), store)
            try store.edit(record, value: 71)
            try receive(Records.weight(72, id: record, version: 2, updatedAt: late), store)
            try store.edit(record, value: 73)
            try receive(Records.weight(74, id: record, version: 3, updatedAt: late + 1_000), store)
            try refuse(try store.edit(record, value: 75), store)
            try receive(Records.weight(76, id: record, version: 6, updatedAt: late), store)
            try refuse(try store.edit(record, value: 77), store)
            try receive(Records.weight(78, id: record, version: 8, updatedAt: late), store)
        }
        let (conflicts, rejected) = (try store.conflicts().count, try store.rejected().count)
        try #require(
            conflicts == 4 && rejected == 4,
            "The test wants two conflicts and two refused copies of each record; there are \(conflicts) and \(rejected)."
        )
        try receive(tombstone(version: 9, updatedAt: late + 1), store)
        let kept = try store.recentlyDeleted().map(\.measurement.value).sorted()
        expect(
            kept == [71, 73, 75, 77, 78],
            """
            The row held 78 and was clean, the conflicts 71 and 73, and the refused copies 75 and 77. All five should be among \
            the recently deleted, and there are \(kept).
            """)
        let left = (
            conflicts: try store.conflicts().map(\.loser.id), rejected: try store.rejected().map(\.measurement.id)
        )
        expect(
            left.conflicts == [other, other] && left.rejected == [other, other],
            """
            Two records have two conflicts and two refused copies each, and one record was deleted. Those of the other should \
            stay, and of it there are \(left.conflicts.count { $0 == other }) conflicts and \
            \(left.rejected.count { $0 == other }) refused copies. Of the deleted one there are \
            \(left.conflicts.count { $0 == id }) and \(left.rejected.count { $0 == id }).
            """)
        try clearsWithoutARow()
        try clearsGreaterCopies()
        try keepsWhatIsNotDeleted()
    }

    /// A new record that was refused has no row.
    private func clearsWithoutARow() throws {
        let store = try Records.store()
        // The store hears of the server's features, or it would send the refused copy again.
        try receive(Records.weight(60, id: Records.id(2)), store)
        try refuse(try store.add(kind: .weight, value: 70, unit: .kilograms, id: id), store)
        let row = try store.byId(id)
        try #require(row == nil, "The test wants the refused record to leave its row.")
        try receive(tombstone(version: 2, updatedAt: 9_000_000_000_000), store)
        let (left, kept) = (try store.rejected().count, try store.recentlyDeleted().map(\.measurement.value))
        expect(
            left == 0 && kept == [70],
            """
            A new record of 70 kg was refused, so it's a refused copy and has no row. Then its deletion came. 70 should be \
            among the recently deleted and nowhere else; there are \(left) refused copies, and \(kept).
            """)
    }

    /// A refused copy can have a greater version than the deletion.
    private func clearsGreaterCopies() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store)
        try store.edit(id, value: 71)
        try refuse(try store.edit(id, value: 72), store)
        try receive(tombstone(version: 2, updatedAt: 9_000_000_000_000), store)
        let kept = try store.recentlyDeleted().map(\.measurement.value).sorted()
        expect(
            kept == [70, 72],
            """
            The row held 70, and 72, version 3, was a refused copy. Then a deletion of version 2 came. Both should be among the \
            recently deleted, and there are \(kept).
            """)
    }

    /// `deleted: false` isn't a deletion.
    private func keepsWhatIsNotDeleted() throws {
        let store = try Records.store()
        var record = Records.weight(70)
        record.extra = UnknownMembers(unchecked: #"{"deleted":false}"#)
        try receive(record, store)
        try receive(tombstone(version: 2), store)
        let kept = try store.recentlyDeleted().map(\.measurement.value)
        expect(
            kept == [70],
            """
            An older server had a weight with `deleted: false`, which is no deletion. Then it was deleted. 70 should be among \
            the recently deleted, and there are \(kept).
            """)
    }

    /// A deletion can follow another.
    func dropsDeletedRow() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store)
        try receive(tombstone(version: 2), store)
        try receive(tombstone(version: 3), store)
        let kept = try store.recentlyDeleted().map(\.measurement.value)
        expect(
            kept == [70],
            """
            70 was deleted, and a second deletion replaced the first one, which has no content. So only 70 can be brought \
            back; the recently deleted are \(kept).
            """)
    }

    func dropsRefusedDeletion() throws {
        let store = try Records.store()
        try receive(Records.weight(70), store)
        try store.delete(id)
        try refuse(try #require(try store.byId(id), "The test wants the deletion to stay in its row."), store)
        let refused = try store.rejected().map(\.measurement.isDeleted)
        try #require(refused == [true], "The test wants the deletion to be a refused copy.")
        try receive(tombstone(version: 3, updatedAt: 9_500_000_000_000), store)
        let kept = try store.recentlyDeleted().map(\.measurement.value)
        expect(
            kept == [70],
            """
            70 was deleted, the server refused the deletion, and then another phone's deletion came. The refused one has no \
            content, so only 70 can be brought back; the recently deleted are \(kept).
            """)
    }

    /// The parents of rows of different origins, after an older copy of each was acknowledged.
    func parents() throws {
        try expectParent("was added, pushed, and edited while the push was on its way", isOwn: true) { store in
            let pushed = try store.add(kind: .weight, value: 70, unit: .kilograms, id: id)
            try store.edit(id, value: 71)
            return pushed
        }
        try expectParent(
            "was pushed and edited, and then another phone's weight was pulled, which lost to that edit", isOwn: true
        ) { store in
            try receive(Records.weight(70), store)
            let pushed = try store.edit(id, value: 71)
            try store.edit(id, value: 72)
            try receive(Records.weight(75, version: 2, updatedAt: 9_000_000_000_000), store)
            return pushed
        }
        try expectParent(
            "has the greatest version there is. It was pushed, and edited while the push was on its way, so the later edit "
                + "has that version too",
            isOwn: true
        ) { store in
            try receive(Records.weight(70, version: Vitals.Measurement.maximumVersion), store)
            let pushed = try store.edit(id, value: 71)
            try store.edit(id, value: 72)
            return pushed
        }
        try expectParent("was imported, pushed, and imported as version 2", isOwn: false) { store in
            let pushed = Records.weight(70)
            _ = try store.importing { try $0.add(pushed) }
            _ = try store.importing { try $0.add(Records.weight(71, version: 2)) }
            return pushed
        }
    }

    private func expectParent(
        _ what: String, isOwn: Bool, after change: (MeasurementStore) throws -> Vitals.Measurement
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("phone.sqlite")
        let store = try Records.store(path: path)
        let pushed = try change(store)
        try store.acknowledge([pushed])
        let (values, owns) = try DatabaseQueue(path: path).read {
            (
                try Double.fetchAll($0, sql: "SELECT value_ FROM edited_from"),
                try Bool.fetchAll($0, sql: "SELECT own FROM edited_from")
            )
        }
        expect(
            values == [pushed.value] && owns == [isOwn],
            """
            A weight of \(pushed.value) kg \(what). The server acknowledged \(pushed.value), so it's the parent of what's \
            unsent, and `own` should be \(isOwn), as in the row. `edited_from` has the values \(values), with `own` \(owns).
            """)
    }

    private func refuse(_ copy: Vitals.Measurement, _ store: MeasurementStore) throws {
        let rejection = Rejection(id: copy.id, version: copy.version, code: "out_of_bounds", detail: "Too much.")
        _ = try store.apply(rejection, of: copy, account: "a", origin: "http://server.test")
    }
}
