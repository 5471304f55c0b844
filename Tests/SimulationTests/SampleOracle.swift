import Foundation
import TestSupport
import Vitals
import VitalsWorkouts

/// A sample by what it says, whatever its id.
struct SampleContent: Hashable, CustomStringConvertible {
    let type: String
    let value: Double
    let start: Timestamp
    let source: String

    init(_ sample: Sample) {
        type = sample.type
        value = sample.value
        start = sample.start.flooredToSecond
        source = sample.source
    }

    /// True for one that the phone may prune: from more than 24 months ago.
    var isOld: Bool { start.millisecondsSinceEpoch < SampleWorld.now.millisecondsSinceEpoch - 24 * 2_629_800_000 }

    var description: String { "\(type) \(value) at \(start.rfc3339) by \(source)" }
}

/// What must hold of samples: each is there once, none that was deleted is, and a recount from the source gives the same.
struct SampleOracle {
    private(set) var flags: [String] = []
    /// True once a mark was lost: then, and only then, a lane may begin anew.
    private var laneMayRestart = false
    private var lanes: [String: LaneState] = [:]
    private var wasRestored = false
    private var exported: Set<SampleContent> = []
    private var unheard: Set<SampleContent> = []

    // MARK: While it runs

    /// A lane never goes back, unless its mark was lost.
    mutating func note(_ states: [LaneState]) {
        for state in states {
            if let before = lanes[state.type], !laneMayRestart {
                let (was, present) = (
                    before.anchor.flatMap { Int($0.rawValue) } ?? -1, state.anchor.flatMap { Int($0.rawValue) } ?? -1
                )
                if present < was { flags.append("\(state.type): the mark went back from \(was) to \(present)") }
                if let border = before.readFrom, state.readFrom.map({ $0 > border }) ?? true {
                    flags.append("\(state.type): the border went back")
                }
            }
            lanes[state.type] = state
        }
    }

    mutating func imported(_ samples: [Sample]) { exported.formUnion(samples.map(SampleContent.init)) }

    /// Without a mark, deletions aren't told. What isn't there any more may be a permission that was taken back, so a phone never takes
    /// an absence for a deletion.
    mutating func noteLostMarks(deleted: [Sample]) {
        laneMayRestart = true
        unheard.formUnion(deleted.map(SampleContent.init))
    }

    mutating func noteUnheard(_ sample: Sample) { unheard.insert(SampleContent(sample)) }

    /// What was pruned existed on the server alone.
    mutating func noteRestore() { wasRestored = true }

    // MARK: At the end

    func compare(source: [SourceReading], phone: [Sample], server: [Sample], lanesAreDone: Bool) -> [String] {
        var flags: [String] = []
        if !lanesAreDone { flags.append("the lanes don't come to an end") }
        let live = Set(
            source.compactMap { if case .sample(let sample) = $0.content { SampleContent(sample) } else { nil } })
        let here = phone.map(SampleContent.init)
        let there = server.map(SampleContent.init)
        for (name, contents) in [("phone", here), ("server", there)] {
            let doubled = Dictionary(grouping: contents, by: \.self).filter { $0.value.count > 1 }.keys
            flags += doubled.map { "\(name): twice: \($0)" }
        }
        flags += live.subtracting(here).filter { !$0.isOld }.map { "phone: missing: \($0)" }
        let missingThere = live.subtracting(there).filter { !(wasRestored && $0.isOld) }
        flags += missingThere.map { "server: missing: \($0)" }
        // An export has no ids of the source. So of what was deleted before a lane has read it, nothing tells the phone.
        flags += Set(here).subtracting(live).subtracting(exported).subtracting(unheard).map {
            "phone: deleted, and still here: \($0)"
        }
        flags += Set(there).subtracting(live).subtracting(exported).subtracting(unheard).map {
            "server: deleted, and still there: \($0)"
        }
        flags += Set(there).subtracting(here).filter { !$0.isOld }.map { "server: not on the phone: \($0)" }
        return flags
    }
}
