// replaces: user-lock
// symptom: Now and then, when two phones sync at the same moment, a third one never gets one of their records.
// runs: 4

            return try await write(records, user: user, receipt: receipt) { _ in }
