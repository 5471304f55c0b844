extension SQLiteMigration {
    /// The label of a record as a column that SQLite computes. On PostgreSQL it's `db/migrations/0005-label.sql`.
    package static let label = SQLiteMigration(
        name: "5 label",
        sql: """
            ALTER TABLE measurements ADD COLUMN label TEXT GENERATED ALWAYS AS (
              CASE json_type(nullif(extra, ''), '$.label') WHEN 'text' THEN json_extract(extra, '$.label') END
            ) VIRTUAL;
            """)
}
