import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("Timelines in the messages of failing tests")
struct TimelineTests {
    @Test("draw what two phones and their server send each other, and what is lost on the way")
    func draws() async throws {
        let server = InMemoryServer()
        let (a, b) = (try Phone("A", server), try Phone("B", server))
        server.receive(Records.weight(70))
        for phone in [a, b] { try await phone.sync() }
        try a.store.edit(Records.id(1), value: 71)
        server.onNext(.push, .loseAnswer)
        try await a.sync()
        try b.store.upsert(Records.weight(80.5, id: Records.id(2)))
        for _ in 0..<2 { server.onNext(.push, .dropRequest) }
        try await b.sync()
        server.forgetEverything()
        expect(
            server.timeline.drawing,
            equals: """
                    A                 B                 server
                                                        gets v1 70
                    <---------------------------------- v1 70
                    v1 70
                                      <---------------- v1 70
                                      v1 70
                    v2 71
                    push v2 71 ----------------------->
                                     X----------------- responds
                    push v2 71 -----------------------> takes it
                    <---------------------------------- v2 71
                                      #2 v1 80.5
                                      push #2 v1 80.5 --X
                    (2 times)
                                      push #2 v1 80.5 ---> takes it
                                      <---------------- v2 71, #2 v1 80.5
                                      v2 71
                                                        loses everything
                """)
    }

    @Test("show the last thirty lines of a long history")
    func ends() throws {
        let timeline = Timeline()
        expect(timeline.drawing.isEmpty)
        for number in 1...40 { timeline.note("v\(number) 70", on: "A") }
        let lines = timeline.drawing.split(separator: "\n")
        expect(lines.count == 32 && lines[1] == "    (10 lines before)" && lines[31] == "    v40 70")
    }

    @Test("give a reply a line of its own if something happened before it came")
    func repliesLater() {
        let timeline = Timeline()
        let request = timeline.send("push v1 70", from: "A")
        timeline.note("v2 71", on: "A")
        timeline.reply("takes it", to: request)
        expect(
            timeline.drawing,
            equals: """
                    A                 server
                    push v1 70 ----->
                    v2 71
                    <---------------- takes it
                """)
    }
}
