import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsServer

@Suite("All connections to Postgres are in use", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
struct PoolExhaustionTests {
    @Test("A request that finds none is a 503 that says when to try again; what waited is served, and so is the next")
    func exhausted() async throws {
        let database = try await SchemaFile.server.database()
        var configuration = PostgresConfiguration(url: database.url)
        configuration.lockTimeoutSeconds = 60
        configuration.statementTimeoutSeconds = 60
        let store = try await PostgresSyncStore(configuration, poolSize: 2, waitTimeout: .milliseconds(200))
        try await TestServer.with(store, { $0.requestTimeoutSeconds = 60 }) { server in
            try await expect(server.push([record()]).status, equals: 200)
            // Every request begins with a look for its user, so each keeps its connection until the lock is released.
            let held = try await HeldTransaction.begin("LOCK TABLE users IN ACCESS EXCLUSIVE MODE", on: database)
            async let first = server.pull("?cursor=0&limit=1")
            async let second = server.pull("?cursor=0&limit=1")
            while try await held.waitingSessions() < 2 { try await Task.sleep(for: .milliseconds(5)) }
            let refused = [
                try await server.pull("?cursor=0&limit=1"), try await server.pull(), try await server.push([record()]),
            ]
            for answer in refused {
                expect(answer.status, equals: 503)
                expect(answer.code, equals: "busy")
                expect(answer["Retry-After"], equals: "1")
            }
            try await expect(server.send("GET", "/readyz", token: nil).status, equals: 503)
            try await expect(server.send("GET", "/healthz", token: nil).status, equals: 200, "it isn't to be restarted")
            try await held.commit()
            try await expect(first.status, equals: 200)
            try await expect(second.status, equals: 200)
            try await expect(server.push([record()]).status, equals: 200)
            try await expect(
                server.pull("?cursor=0&limit=10").records().count, equals: 2, "a refused push wrote nothing")
        }
    }
}
