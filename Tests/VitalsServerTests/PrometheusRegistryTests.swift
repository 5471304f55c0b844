import CoreMetrics
import TestSupport
import Testing
import VitalsServer

/// The backend of swift-metrics and the text that Prometheus reads.
@Suite("Metrics as Prometheus reads them") struct PrometheusRegistryTests {
    private func read(_ registry: PrometheusRegistry) throws -> Exposition {
        try Exposition(PrometheusText.render(registry))
    }

    @Test("The text is the format's, to the letter")
    func text() {
        let registry = PrometheusRegistry([
            PrometheusDescription("jobs_total", "Jobs \\ of\ntwo \"lines\"."),
            PrometheusDescription("wait_seconds", "Waits.", bounds: [0.5, 1, 2.5]),
        ])
        Counter(label: "jobs_total", dimensions: [("kind", "b")], factory: registry).increment()
        Counter(label: "jobs_total", dimensions: [("z", "1"), ("kind", "a")], factory: registry).increment(by: 41)
        Gauge(label: "level", factory: registry).record(-0.25)
        let timer = CoreMetrics.Timer(label: "wait_seconds", factory: registry)
        for milliseconds in [500, 501, 9000] { timer.recordMilliseconds(milliseconds) }
        expect(
            PrometheusText.render(registry),
            equals: """
                # HELP jobs_total Jobs \\\\ of\\ntwo "lines".
                # TYPE jobs_total counter
                jobs_total{kind="b"} 1
                jobs_total{kind="a",z="1"} 41
                # TYPE level gauge
                level -0.25
                # HELP wait_seconds Waits.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{le="0.5"} 1
                wait_seconds_bucket{le="1"} 2
                wait_seconds_bucket{le="2.5"} 2
                wait_seconds_bucket{le="+Inf"} 3
                wait_seconds_sum 10.001
                wait_seconds_count 3

                """)
    }

    @Test(
        "A hostile label's value comes back as it was, and forges no line",
        arguments: [
            "\"} 1\nvitals_http_requests_total 999", "\\", "\\\"", "\\n", "a\nb\r\nc", "\"", "", " ", "{}=,",
            "\u{0}\u{7F}",
            "é\u{301}🩺\u{202E}", "\r", "a\u{2028}b",
        ])
    func hostileValues(_ value: String) throws {
        let registry = PrometheusRegistry()
        let labels = [("route", value), ("last", "x")]
        Counter(label: "hits_total", dimensions: labels, factory: registry).increment(by: 7)
        let exposition = try read(registry)
        expect(exposition.values.count, equals: 1)
        let route = try #require(exposition.values.keys.first?.labels["route"])
        expect(Array(route.utf8), equals: Array(value.utf8))
        expect(exposition["hits_total", ["route": value, "last": "x"]], equals: 7)
    }

    @Test("A name that the format doesn't have becomes one that it has; of two equal labels the last counts")
    func names() throws {
        let registry = PrometheusRegistry()
        Counter(label: "1st.thing-done\n_total", dimensions: [("a:b", "1"), ("", "2")], factory: registry).increment()
        Counter(label: "twice_total", dimensions: [("k", "old"), ("k", "new")], factory: registry).increment()
        Counter(label: "0th_total", dimensions: [], factory: registry).increment()
        let exposition = try read(registry)
        expect(exposition["_0th_total", [:]], equals: 1)
        expect(exposition["_1st_thing_done__total", ["a_b": "1", "_": "2"]], equals: 1)
        expect(exposition["twice_total", ["k": "new"]], equals: 1)
    }

    @Test("Instruments of one name and the same labels, in any order, share a value")
    func shared() throws {
        let registry = PrometheusRegistry()
        Counter(label: "a_total", dimensions: [("x", "1"), ("y", "2")], factory: registry).increment()
        Counter(label: "a_total", dimensions: [("y", "2"), ("x", "1")], factory: registry).increment()
        try expect(read(registry)["a_total", ["x": "1", "y": "2"]], equals: 2)
    }

    @Test("A second type of a name isn't shown, and doesn't disturb the first")
    func otherType() throws {
        let registry = PrometheusRegistry()
        Counter(label: "a_total", factory: registry).increment()
        Gauge(label: "a_total", factory: registry).record(9)
        Gauge(label: "a_total", dimensions: [("x", "1")], factory: registry).record(9)
        let exposition = try read(registry)
        expect(exposition.types == ["a_total": "counter"] && exposition["a_total"] == 1)
        expect(exposition.values.count, equals: 1)
    }

    @Test("Counters only grow; gauges and meters go both ways; a destroyed one is gone")
    func kinds() throws {
        let registry = PrometheusRegistry()
        let counter = Counter(label: "a_total", factory: registry)
        counter.increment(by: 3)
        counter.increment(by: -2)
        let meter = Meter(label: "level", factory: registry)
        meter.set(10)
        meter.increment(by: 2.5)
        meter.decrement()
        Gauge(label: "infinite", factory: registry).record(Double.infinity)
        Recorder(label: "sizes", factory: registry).record(2)
        Recorder(label: "sizes", factory: registry).record(Double.nan)
        let exposition = try read(registry)
        expect(exposition["a_total"] == 3 && exposition["level"] == 11.5 && exposition["infinite"] == .infinity)
        expect(exposition["sizes_count"] == 1 && exposition["sizes_sum"] == 2)
        counter.reset()
        meter.destroy()
        try expect(read(registry)["a_total"], equals: 0)
        try expect(read(registry)["level"] == nil)
        counter.destroy()
        try expect(read(registry).types["a_total"] == nil)
    }

    @Test("Eight tasks that make and use the same instruments lose no count, and every text between is valid")
    func concurrency() async throws {
        let registry = PrometheusRegistry()
        let rounds = 2000
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<rounds {
                        let labels = [("n", "\(round % 5)")]
                        Counter(label: "a_total", dimensions: labels, factory: registry).increment()
                        Meter(label: "level", factory: registry).increment()
                        CoreMetrics.Timer(label: "t_seconds", factory: registry).recordMilliseconds(task)
                    }
                }
            }
            group.addTask {
                for _ in 0..<100 { _ = try Exposition(PrometheusText.render(registry) + "# TYPE end gauge\n") }
            }
            try await group.waitForAll()
        }
        let exposition = try read(registry)
        for n in 0..<5 { expect(exposition["a_total", ["n": "\(n)"]], equals: Double(8 * rounds / 5)) }
        expect(exposition["level"] == Double(8 * rounds) && exposition["t_seconds_count"] == Double(8 * rounds))
        let sum = try #require(exposition["t_seconds_sum"])
        expect(abs(sum - 28 * 0.001 * Double(rounds)) < 0.001)
    }

    @Test(
        "The reader that the tests use refuses what Prometheus would",
        arguments: [
            "a_total 1", "# TYPE a counter\na 1\n", "# TYPE a_total counter\na_total -1\n",
            "# TYPE a gauge\na 1\na 1\n", "# TYPE a gauge\nb 1\n", "# TYPE a gauge\na{x=\"1} 1\n",
            "# TYPE a gauge\na{x=\"\\q\"} 1\n", "# TYPE a gauge\na one\n", "# TYPE a gauge\n\n",
            "# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n", "# TYPE a gauge\n# TYPE a gauge\na 1\n",
            "# TYPE h histogram\nh_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\n",
            "# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_sum 1\nh_count 1\n",
        ])
    func strict(_ text: String) {
        #expect(throws: Exposition.Invalid.self) { try Exposition(text) }
    }
}
