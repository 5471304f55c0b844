// The same operations on threads that may block, because a test that blocks one of the few threads of Swift's tasks
// would delay the other tests.

extension TestDatabase {
    package static func make() async throws -> TestDatabase { try await blocking { try TestDatabase() } }

    @discardableResult
    package func query(_ sql: String) async throws -> [[String]] {
        try await blocking { [self] in try query(sql) }
    }

    package func attempt(_ statements: [String], zone: String = "UTC") async throws -> [String?] {
        try await blocking { [self] in try attempt(statements, zone: zone) }
    }
}

extension SchemaFile {
    package func run(
        _ options: [String], on database: TestDatabase, environment: [String: String] = [:]
    ) async throws -> Run {
        try await blocking { [self] in try run(options, on: database, environment: environment) }
    }

    package func database(environment: [String: String] = [:]) async throws -> TestDatabase {
        try await blocking { [self] in try database(environment: environment) }
    }
}
