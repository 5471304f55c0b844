extension Feature {
    /// Measurements said in a sentence, and the label that they may have.
    package static let phrases = Feature(name: "phrases") { $0.migrations = [.label] }
}

extension StoreMigration {
    /// The label as a column that SQLite computes from the record's members. Nothing else writes it, so it can't differ from
    /// what is sent, and an edit by an old build keeps it.
    static let label = StoreMigration(
        name: "5 label",
        sql: """
            ALTER TABLE measurement ADD COLUMN label TEXT GENERATED ALWAYS AS (
              CASE json_type(nullif(extra, ''), '$.label') WHEN 'text' THEN json_extract(extra, '$.label') END
            ) VIRTUAL;
            """)
}
