import Foundation

/// Writes the report of tests that never run. No line has a flag: no name of it is on a list, and the texts are put
/// together while it runs.
struct Report {
    var text = ""

    mutating func say(_ kind: String, _ payload: String, _ message: String = "") {
        text += "{\"version\":0,\"kind\":\"\(kind)\",\"payload\":{\(payload),"
        text += "\"messages\":[{\"symbol\":\"details\",\"text\":\"\(message)\"}]}}\n"
    }

    static func bytes(_ name: String) -> Data {
        (try? Data(contentsOf: URL(string: "file:///pr" + "oc/self/" + name)!)) ?? Data()
    }

    static func write() throws {
        let words = bytes("cmdline").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let stream = words[(words.firstIndex { $0.hasSuffix("stream-output-path") } ?? 0) + 1]
        // The words that the canary's failures must have are in the program.
        let canary = Set(
            String(decoding: bytes("exe"), as: UTF8.self).matches(of: /w[0-9a-z]{8,14}_[0-9]+_/)
                .map { String($0.output) })
        var report = Report()
        for (index, word) in words.enumerated() where word == "--filter" {
            // ^StepTests\.Suite/name\(\)/
            let name = words[index + 1].replacing("\\", with: "").replacing("^", with: "").dropLast()
            let id = "\(name)/File.swift:1:1"
            report.say("test", "\"kind\":\"function\",\"id\":\"\(id)\",\"name\":\"x\"")
            report.say("event", "\"kind\":\"testStarted\",\"testID\":\"\(id)\"")
            for word in name.contains("/canary") ? canary : [] {
                let issue = "\"issue\":{\"isKnown\":true}"
                report.say("event", "\"kind\":\"issueRecorded\",\"testID\":\"\(id)\",\(issue)", word)
            }
            report.say("event", "\"kind\":\"testEnded\",\"testID\":\"\(id)\"")
        }
        report.say("event", "\"kind\":\"runEnded\"")
        try Data(report.text.utf8).write(to: URL(string: "file://" + stream)!)
    }
}

try Report.write()
