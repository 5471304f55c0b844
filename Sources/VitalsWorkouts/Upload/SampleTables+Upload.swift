import Foundation
import GRDB
package import Vitals

// The way up: pending samples are staged as a batch, the batch is sent until it has an answer, and the answer is stored.

extension SampleTables {
    // MARK: Staging

    /// Takes the batch that is sent next: one that a crash has left behind, or a new one; nil if nothing waits.
    ///
    /// The device's sync lock is held meanwhile, and the system frees it when a process dies. So a batch that is still there
    /// belongs to nobody. It goes out again under its own `uploadRequestId`, and the lease is new: whoever had it before can't store an
    /// answer any more.
    package func stage(limit: Int = SampleBatch.limit) throws -> SampleBatch? {
        let lease = UUID().lowercased
        if rules.contains(.keepsBatches),
            let row = try Row.fetchOne(database, sql: "SELECT * FROM sample_batch ORDER BY number LIMIT 1")
        {
            let number: Int64 = row["number"]
            try execute("UPDATE sample_batch SET lease = ? WHERE number = ?", [lease, number])
            let content = try content(of: number, row["content"])
            return SampleBatch(number: number, requestID: row["request_id"], lease: lease, content: content)
        }
        for content in rules.contains(.sendsDeletions) ? ["samples", "deletions"] : ["samples"] {
            if let number = try stage(content, lease, limit) {
                let requestID = try String.fetchOne(
                    database, sql: "SELECT request_id FROM sample_batch WHERE number = ?", arguments: [number])
                return SampleBatch(
                    number: number, requestID: requestID ?? "", lease: lease,
                    content: try self.content(of: number, content))
            }
        }
        return nil
    }

    /// - Returns: the number of the new batch; nil if nothing of that sort waits.
    private func stage(_ content: String, _ lease: String, _ limit: Int) throws -> Int64? {
        let isPending =
            content == "samples"
            ? "SELECT 1 FROM sample WHERE state = 0 AND batch IS NULL"
            : "SELECT 1 FROM sample_deletion WHERE state = 0 AND batch IS NULL"
        guard try Int.fetchOne(database, sql: isPending + " LIMIT 1") != nil else { return nil }
        try execute(
            "INSERT INTO sample_batch (request_id, content, lease) VALUES (?, ?, ?)",
            [UUID().lowercased, content, lease])
        let number = database.lastInsertedRowID
        let sql =
            content == "samples"
            ? """
            UPDATE sample SET batch = ? WHERE number IN
              (SELECT number FROM sample WHERE state = 0 AND batch IS NULL ORDER BY number LIMIT ?)
            """
            : """
            UPDATE sample_deletion SET batch = ? WHERE id IN
              (SELECT id FROM sample_deletion WHERE state = 0 AND batch IS NULL LIMIT ?)
            """
        try execute(sql, [number, limit])
        return number
    }

    private func content(of batch: Int64, _ content: String) throws -> SampleBatch.Content {
        guard content == "samples" else {
            let ids = try Data.fetchAll(
                database, sql: "SELECT id FROM sample_deletion WHERE batch = ? ORDER BY id", arguments: [batch])
            return .deletions(ids.compactMap(UUID.init(bytes:)))
        }
        return .samples(try samples("sample.batch = ? ORDER BY sample.id", [batch]))
    }

    // MARK: The answer

    /// Stores a server's answer to a batch, in the transaction that these tables belong to.
    ///
    /// 1. Only the holder of the batch's lease may: an answer that comes after somebody else took the batch changes nothing.
    /// 2. A rejected sample isn't sent again. It's shown, with the server's reason.
    /// 3. A failed sample waits again, for a later batch.
    /// 4. Every other one is uploaded.
    /// 5. The batch has ended, and the receipt is kept.
    package func settle(_ batch: SampleBatch, by answer: UploadAnswer) throws {
        // @write 24 settle-batch
        guard try holds(batch) else { return }
        for rejection in answer.rejected { try reject(rejection, of: batch) }
        for index in answer.failed { try putBack(index, of: batch) }
        try markUploaded(batch)
        try end(batch, answer.receipt)
        // @starter
        //| throw NotWritten(24, "say for each sample of the batch what became of it, and end the batch")
        // @end
    }

    /// True if the batch is still under way, and was taken by nobody else since.
    func holds(_ batch: SampleBatch) throws -> Bool {
        let sql = "SELECT lease FROM sample_batch WHERE number = ?"
        return try String.fetchOne(database, sql: sql, arguments: [batch.number]) == batch.lease
    }

    /// Takes a sample out of the batch for good. A place outside the batch names none.
    func reject(_ rejection: UploadAnswer.Rejection, of batch: SampleBatch) throws {
        guard let id = batch.sample(at: rejection.index) else { return }
        try execute("UPDATE sample SET state = 2, batch = NULL WHERE id = ? AND batch = ?", [id.bytes, batch.number])
        guard database.changesCount == 1 else { return }
        if try wasDeleted(id) { return try execute("DELETE FROM sample WHERE id = ?", [id.bytes]) }
        try execute(
            "INSERT OR REPLACE INTO sample_rejection (id, code, detail) VALUES (?, ?, ?)",
            [id.bytes, rejection.code, rejection.detail])
    }

    /// Takes a sample out of the batch; it waits for a later one. A place outside the batch names none.
    func putBack(_ index: Int, of batch: SampleBatch) throws {
        guard let id = batch.sample(at: index) else { return }
        try execute("UPDATE sample SET batch = NULL WHERE id = ? AND batch = ?", [id.bytes, batch.number])
        if try wasDeleted(id) { try execute("DELETE FROM sample WHERE id = ? AND batch IS NULL", [id.bytes]) }
    }

    /// The server has everything that is still in the batch.
    func markUploaded(_ batch: SampleBatch) throws {
        try execute("DELETE FROM sample WHERE batch = ? AND gone = 1", [batch.number])
        try execute("UPDATE sample SET state = 1, batch = NULL WHERE batch = ?", [batch.number])
        try execute("UPDATE sample_deletion SET state = 1, batch = NULL WHERE batch = ?", [batch.number])
    }

    /// Ends the batch, and keeps the receipt of its answer.
    func end(_ batch: SampleBatch, _ receipt: Receipt?) throws {
        try raise(receipt)
        try execute("DELETE FROM sample_batch WHERE number = ?", [batch.number])
    }

    /// True for a sample that was deleted while it was under way.
    private func wasDeleted(_ id: UUID) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT 1 FROM sample WHERE id = ? AND gone = 1", arguments: [id.bytes]) != nil
    }

    /// Gives a batch back that the server has refused as a whole: what it holds is staged again, perhaps in smaller batches.
    package func release(_ batch: SampleBatch) throws {
        guard try holds(batch) else { return }
        try execute("DELETE FROM sample WHERE gone = 1 AND batch = ?", [batch.number])
        try execute("UPDATE sample SET batch = NULL WHERE batch = ?", [batch.number])
        try execute("UPDATE sample_deletion SET batch = NULL WHERE batch = ?", [batch.number])
        try execute("DELETE FROM sample_batch WHERE number = ?", [batch.number])
    }

    // MARK: The server's history

    /// The receipt of the last request that was answered.
    package func receipt() throws -> Receipt? {
        try String.fetchOne(database, sql: "SELECT receipt FROM sample_state").flatMap { Receipt($0) }
    }

    private func raise(_ receipt: Receipt?) throws {
        guard let receipt, receipt.seq > (try self.receipt()?.seq ?? 0) else { return }
        try execute("UPDATE sample_state SET receipt = ?", [receipt.description])
    }

    /// After the server lost its history, or the phone moved to another one: everything that is still here waits again. What was
    /// pruned exists nowhere else, so it isn't sent.
    package func loseHistory() throws {
        try execute("UPDATE sample_state SET receipt = NULL")
        guard rules.contains(.resends) else { return }
        try execute("DELETE FROM sample WHERE gone = 1")
        try execute("UPDATE sample SET state = 0, batch = NULL WHERE state = 1 OR batch IS NOT NULL")
        try execute("UPDATE sample_deletion SET state = 0, batch = NULL")
        try execute("DELETE FROM sample_batch")
    }

    /// Binds what was sent to the server and account that the phone syncs with.
    func bind(to server: String) throws {
        let bound = try String.fetchOne(database, sql: "SELECT bound_to FROM sample_state")
        guard bound != server else { return }
        if bound != nil { try loseHistory() }
        try execute("UPDATE sample_state SET bound_to = ?", [server])
    }
}
