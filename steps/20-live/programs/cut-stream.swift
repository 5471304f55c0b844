import Vitals

/// How many events a phone reads of one stream, depending on where the network cuts it.
let stream = Array("data: 70 kg\n\ndata: 71 kg\n\ndata: 72 kg\n\n".utf8)

for size in [1_000, 20, 13, 5, 1] {
    var parser = EventStreamParser()
    var events: [String] = []
    var rest = stream[...]
    while !rest.isEmpty {
        events += parser.feed(rest.prefix(size)).map { String(decoding: $0, as: UTF8.self) }
        rest = rest.dropFirst(size)
    }
    print("cut every \(size) bytes: \(events.count) of 3 events: \(events.joined(separator: ", "))")
}
