import Foundation
import StepSupport
import TestSupport
import Testing

@testable import VitalsServer

@Suite("The app for browsers") struct WebAppTests {
    private static let script = String(repeating: "export const answer = 42;\n", count: 200)

    /// Runs `body` with a folder that holds an app, beside a secret that must not be served.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let files = [
                "secret.txt": "a secret", "web/index.html": "<!doctype html><title>Vitals</title>",
                "web/app.js": Self.script, "web/ui/view.mjs": "export {}", "web/app.css": "body{}",
                "web/manifest.webmanifest": "{}", "web/icons/icon.svg": "<svg/>", "web/data.json": "[]",
                "web/empty.txt": "", "web/with space.txt": "space", "web/no-extension": "?",
                "web/.hidden": "a secret", "web/.git/config": "a secret", "web/healthz": "a secret",
                "web/sync/pull": "a secret",
            ]
            for (name, text) in files {
                let file = URL(filePath: directory + "/" + name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            for (link, target) in [("link.txt", "../secret.txt"), ("folder", "..")] {
                try FileManager.default.createSymbolicLink(
                    atPath: directory + "/web/" + link, withDestinationPath: target)
            }
            try await body(directory + "/web")
        }
    }

    private func withServer(_ body: @escaping @Sendable (TestServer, String) async throws -> Void) async throws {
        try await withFolder { folder in
            let app = try WebApp(folder: folder)
            try await TestServer.with(MemorySyncStore(), { $0.components.add(app) }) { server in
                try await body(server, folder)
            }
        }
    }

    @Test("The first page comes with a policy that lets nothing in from elsewhere and no text run as a script")
    func policy() async throws {
        try await withServer { server, _ in
            let page = try await server.send("GET", "/", token: nil)
            expect(page.status, equals: 200)
            expect(page.text, equals: "<!doctype html><title>Vitals</title>")
            expect(
                page["Content-Security-Policy"],
                equals: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
                    + "frame-ancestors 'none'")
            for (name, value) in [
                ("Content-Type", "text/html; charset=utf-8"), ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-cache"),
                ("Vary", "Accept-Encoding"),
            ] { expect(page[name], equals: value) }
            expect(!page.headers.contains { $0.name.hasPrefix("access-control-") })
            try await expect(server.file("/index.html").text, equals: page.text)
        }
    }

    @Test(
        "A file has the media type of its name",
        arguments: [
            ("/app.js", "text/javascript; charset=utf-8"), ("/ui/view.mjs", "text/javascript; charset=utf-8"),
            ("/app.css", "text/css; charset=utf-8"), ("/manifest.webmanifest", "application/manifest+json"),
            ("/icons/icon.svg", "image/svg+xml"), ("/data.json", "application/json"),
            ("/empty.txt", "text/plain; charset=utf-8"), ("/with%20space.txt", "text/plain; charset=utf-8"),
            ("/no-extension", "application/octet-stream"),
        ])
    func mediaTypes(_ path: String, _ type: String) async throws {
        try await withServer { server, _ in
            let answer = try await server.file(path)
            expect(answer.status, equals: 200)
            expect(answer["Content-Type"], equals: type)
        }
    }

    @Test("A file that the client has is a 304 without a body; a tag of other bytes is not")
    func conditional() async throws {
        try await withServer { server, _ in
            let first = try await server.file("/app.js")
            let tag = try #require(first["ETag"])
            expect(tag.wholeMatch(of: /"[0-9a-f]{32}"/) != nil)
            for list in [tag, "W/\(tag)", "\"other\", \(tag)", "\"other\",W/\(tag) ", "*"] {
                let again = try await server.file("/app.js", [("If-None-Match", list)])
                expect(again.status, equals: 304, "\(list)")
                expect(again.body.isEmpty)
                expect(again["ETag"], equals: tag)
                expect(again["Cache-Control"], equals: "no-cache")
                expect(again["Content-Length"] ?? "0" == "0" || again["Content-Length"] == "\(first.body.count)")
            }
            for list in ["\"other\"", tag.replacingOccurrences(of: "\"", with: ""), ""] {
                try await expect(server.file("/app.js", [("If-None-Match", list)]).status, equals: 200, "\(list)")
            }
            try await expect(server.file("/app.css")["ETag"] != tag)
        }
    }

    @Test("A client that accepts gzip gets it, where it pays, under a tag of its own")
    func compression() async throws {
        try await withServer { server, _ in
            let plain = try await server.file("/app.js")
            expect(plain["Content-Encoding"] == nil)
            expect(plain.text, equals: Self.script)
            for (accepted, coding) in [
                ("gzip", "gzip"), ("br;q=0, GZIP;q=0.5", "gzip"), ("deflate, gzip;q=1.0, br;q=0", "gzip"),
                ("gzip, deflate, br", "gzip"), ("*", "gzip"), ("x-gzip", "gzip"),
            ] {
                let packed = try await server.file("/app.js", [("Accept-Encoding", accepted)])
                expect(packed["Content-Encoding"], equals: coding, "\(accepted)")
                expect(packed["Vary"], equals: "Accept-Encoding")
                expect(packed["Content-Length"], equals: "\(packed.body.count)")
                expect(packed.body.count * 10 < plain.body.count)
                try await expect(Self.unpacked(packed.body), equals: plain.body)
                let tag = try #require(packed["ETag"])
                expect(tag != plain["ETag"])
                let again = try await server.file("/app.js", [("Accept-Encoding", accepted), ("If-None-Match", tag)])
                expect(again.status, equals: 304)
                expect(again["ETag"], equals: tag)
            }
            for refused in ["", "identity", "gzip;q=0", "*;q=0", "br", "gzip;q=0, *", "br;q=0, gzip;q=0.0", "gzipped"] {
                let answer = try await server.file("/app.js", [("Accept-Encoding", refused)])
                expect(answer["Content-Encoding"] == nil, "\(refused)")
                expect(answer.text, equals: Self.script)
            }
            let small = try await server.file("/app.css", [("Accept-Encoding", "gzip")])
            expect(small["Content-Encoding"] == nil, "compression made it larger")
            expect(small.text, equals: "body{}")
        }
    }

    @Test("Comments on lines of their own and indentation are not sent, and every line keeps its number")
    func comments() async throws {
        try await withFolder { folder in
            let script = """
                // Why.
                export const address = 'http://host/*' // stays
                  /** What.
                   * @returns {number} */
                \texport const one =
                  1 /* stays */
                /* gone */
                /* stays */ export const two = 2
                """
            try script.write(toFile: folder + "/app.js", atomically: true, encoding: .utf8)
            let sent = try #require(try WebApp(folder: folder).files["/app.js"]).contents
            expect(
                String(decoding: sent, as: UTF8.self),
                equals: """

                    export const address = 'http://host/*' // stays


                    export const one =
                    1 /* stays */

                    /* stays */ export const two = 2
                    """)
        }
    }

    @Test("The service worker is given the list of the app's files, and another digest when one of them changes")
    func release() async throws {
        try await withFolder { folder in
            func write(_ text: String, _ name: String) throws {
                let file = URL(filePath: folder + "/" + name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            func worker() throws -> String {
                String(decoding: try #require(try WebApp(folder: folder).files["/sw.js"]).contents, as: UTF8.self)
            }
            try write("const RELEASE = ''\nconst FILES = []\n", "sw.js")
            try write("another page", "demo/index.html")
            try write("of another page", "demo/demo.js")
            let first = try worker()
            expect(first.contains(/const RELEASE = '[0-9a-f]{64}'\n/))
            expect(first.contains("'app.css','app.js'") && first.contains("'index.html'"))
            expect(!first.contains("demo") && !first.contains("sw.js"))
            try expect(worker(), equals: first)
            try write("// only a comment\n", "more.js")
            let second = try worker()
            expect(second != first)
            try write("// another comment\n", "more.js")
            try expect(worker(), equals: second, "what is sent is the same")
            try write("of another page, changed", "demo/demo.js")
            try expect(worker(), equals: second)
        }
    }

    @Test("HEAD has the headers of GET and no body; other methods are a 405 that names both")
    func methods() async throws {
        try await withServer { server, _ in
            for headers in [[], [("Accept-Encoding", "gzip")]] {
                let get = try await server.file("/app.js", headers)
                let head = try await server.file("/app.js", headers, method: "HEAD")
                expect(head.status, equals: 200)
                expect(head.body.isEmpty)
                for name in ["Content-Length", "Content-Type", "Content-Encoding", "ETag", "Content-Security-Policy"] {
                    expect(head[name], equals: get[name], "\(name)")
                }
            }
            try await expect(server.send("HEAD", "/", token: nil).status, equals: 200)
            for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
                let answer = try await server.send(method, "/", token: nil)
                expect(answer.status, equals: 405, "\(method)")
                expect(answer["Allow"], equals: "GET, HEAD")
            }
        }
    }

    @Test(
        "No path leads out of the folder, nor to what is hidden or linked in it",
        arguments: [
            "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/ui/../../secret.txt", "/./../secret.txt",
            "/ui/%2e%2e/%2e%2e/secret.txt", "/..\\secret.txt", "/%5c..%5csecret.txt", "//secret.txt",
            "/app.js/../../secret.txt", "/.hidden", "/%2ehidden", "/.git/config", "/link.txt", "/folder/secret.txt",
            "/folder/web/app.js", "/app.js%00.html", "/app.js%00", "/ui", "/ui/", "/etc/passwd", "/index.html/",
            "/INDEX.HTML", "/app.js;x",
        ])
    func traversal(_ path: String) async throws {
        try await withServer { server, _ in
            let answer = try await server.send("GET", path, token: nil)
            expect(answer.status, equals: 404)
            expect(answer.code, equals: "not_found")
            expect(!answer.text.contains("a secret"))
        }
    }

    @Test("Files never stand in the way of the protocol's own paths")
    func protocolFirst() async throws {
        try await withServer { server, _ in
            let health = try await server.send("GET", "/healthz", token: nil)
            expect(health.text, equals: #"{"status":"ok"}"#)
            try await expect(server.send("GET", "/sync/pull", token: nil).status, equals: 401)
        }
    }

    @Test("What is served is what was there at the start")
    func readOnce() async throws {
        try await withServer { server, folder in
            let before = try await server.file("/app.css").text
            try Data("changed".utf8).write(to: URL(filePath: folder + "/app.css"))
            try Data("new".utf8).write(to: URL(filePath: folder + "/new.js"))
            try await expect(server.file("/app.css").text, equals: before)
            try await expect(server.send("GET", "/new.js", token: nil).status, equals: 404)
            try FileManager.default.removeItem(atPath: folder)
            try await expect(server.send("GET", "/", token: nil).status, equals: 200)
        }
    }

    @Test("The same files have the same tags in every start, other files have others")
    func tagsAreOfTheContent() async throws {
        try await withFolder { folder in
            func tag() async throws -> String? {
                let (app, box) = (try WebApp(folder: folder), Box<String?>(nil))
                try await TestServer.with(MemorySyncStore(), { $0.components.add(app) }) { server in
                    box.set(try await server.file("/app.js")["ETag"])
                }
                return box.value
            }
            let first = try await tag()
            try await expect(tag(), equals: first)
            try Data("export {}".utf8).write(to: URL(filePath: folder + "/app.js"))
            try await expect(tag() != first)
        }
    }

    @Test("Without an app `/` is not found")
    func withoutApp() async throws {
        try await TestServer.with(MemorySyncStore()) { server in
            let answer = try await server.send("GET", "/", token: nil)
            expect(answer.status, equals: 404)
        }
    }

    @Test("A folder that is no app is refused, with the flag that names another")
    func noApp() async throws {
        try await withTemporaryDirectory { directory in
            for folder in [directory, directory + "/nowhere"] {
                let error = #expect(throws: WebAppError.self) { _ = try WebApp(folder: folder) }
                expect(error?.message.contains("--web") == true)
            }
        }
    }

    private static func unpacked(_ bytes: [UInt8]) async throws -> [UInt8] {
        try await withTemporaryDirectory { directory in
            try Data(bytes).write(to: URL(filePath: directory + "/packed.gz"))
            return try await blocking {
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/env")
                process.arguments = ["gzip", "-dc", directory + "/packed.gz"]
                let output = Pipe()
                process.standardOutput = output
                try process.run()
                let data = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                return Array(data)
            }
        }
    }
}

extension TestServer {
    /// Requests a file of the app, and checks it against `components/responses/File` of `openapi.yaml`.
    func file(
        _ path: String, _ headers: [(String, String)] = [], method: String = "GET",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawResponse {
        let fields = headers.map { "\($0): \($1)\r\n" }.joined()
        let request = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n"
        let response = try await RawConnection.exchange(port: port, Array(request.utf8))
        let component = response.status == 304 ? "FileNotModified" : "File"
        let problems = OpenAPIValidator.shared.problems(
            of: response, component: component, hasBody: method != "HEAD")
        expect(problems.isEmpty, "\(path) is not as openapi.yaml has it", sourceLocation: sourceLocation)
        return response
    }
}
