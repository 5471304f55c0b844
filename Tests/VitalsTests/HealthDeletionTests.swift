import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Deletions at a health source")
struct HealthDeletionTests {
    @Test("a deletion is noted with the record that the sample had become, once")
    func noted() throws {
        let clock = ManualClock()
        let store = try makeStore(clock: clock)
        try expect(store.healthDeletions().isEmpty)
        try store.noteHealthSamples([HealthSampleLink(sample: uuid(1), record: uuid(11))], deleted: [])
        try store.noteHealthSamples([], deleted: [uuid(1), uuid(2)])
        let first = try store.healthDeletions()
        expect(first.map(\.sample) == [uuid(1), uuid(2)] && first.map(\.record) == [uuid(11), nil])
        try store.noteHealthSamples([HealthSampleLink(sample: uuid(1), record: uuid(11))], deleted: [uuid(1)])
        try expect(store.healthDeletions(), equals: first, "Told again, after a crash, it is the same deletion.")
    }

    @Test("a store with notes opens again, and its records are as they were")
    func reopens() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        do {
            let store = try makeStore(path: path)
            try store.upsert(weight(70))
            try store.noteHealthSamples([], deleted: [uuid(5)])
        }
        let store = try makeStore(path: path)
        try expect(store.healthDeletions().count, equals: 1)
        try expect(store.list().count, equals: 1)
    }
}
