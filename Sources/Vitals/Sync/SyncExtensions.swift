// The places where a chapter of part two extends the sync of a store. In part one they are here and do nothing.

// @from 17
// @else
//| import Foundation
//|
//| extension MeasurementStore {
//|     /// The version that each of these edits was made from, by record.
//|     func editOrigins(of records: [Measurement]) throws -> [UUID: RecordVersion] { [:] }
//|
//|     /// Runs `body` in one transaction, in which the rules know which versions were overwritten unseen.
//|     func write<Value>(
//|         knowing overwritten: [UUID: OverwrittenVersions], _ body: (RecordTables) throws -> Value
//|     ) throws -> Value {
//|         try write(body)
//|     }
//| }
// @end

// @from 20
// @else
//| extension HTTPTransport {
//|     /// The transport that a device sends its requests with.
//|     func withSessions(clock: @escaping @Sendable () -> Timestamp) -> any HTTPTransport { self }
//| }
//|
//| extension SecureStore {
//|     /// Runs before the store of records in a directory is opened.
//|     func prepare(forStoreIn directory: String) throws {}
//| }
//|
//| extension RecordTables {
//|     /// Runs in the transaction of a pulled page, after its records were merged.
//|     func didApply(_ page: Pulled) throws {}
//| }
// @end
