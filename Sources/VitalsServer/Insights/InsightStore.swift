package import Vitals

package import struct Foundation.UUID

/// A store that adds up the values of a week, and keeps what a language model wrote of them.
package protocol InsightStore: Sendable {
    /// Adds up the records that were measured in the week. Deleted records don't count.
    func weekTotals(of user: UUID, in week: InsightWeek) async throws -> WeekTotals

    /// The values of the kinds that are added up, of the records that can reach into the week. Nil if there are more than
    /// `InsightWeek.maximumValues`.
    func weekValues(of user: UUID, in week: InsightWeek) async throws -> WeekValues?

    /// Claims the right to ask a question, for this user and across all servers of the database.
    ///
    /// - Parameters:
    ///   - question: its fingerprint.
    ///   - until: when a claim ends by itself, so that a server that was killed doesn't keep the question.
    ///   - limit: how many questions of the user may be kept. Each counts until its time is over.
    func claimInsight(
        _ question: String, user: UUID, now: Timestamp, until: Timestamp, limit: Int
    ) async throws -> InsightClaim

    /// Ends a claim with what was written, or with nil where nothing was. Either counts until its time is over.
    func keepInsight(_ text: String?, for question: String, user: UUID, until: Timestamp) async throws

    /// The texts that are kept about a user, in no order; none in a database without the table.
    func keptInsights(of user: UUID) async throws -> [String]

    /// Throws when the database lacks the table `insights`.
    func checkInsightTable() async throws
}

/// The result of claiming a question.
package enum InsightClaim: Hashable, Sendable {
    /// It's the caller's to ask.
    case granted
    /// Another request is asking it now.
    case taken
    /// It was asked before; nil where the model failed, which isn't tried again before its time is over.
    case answered(String?)
    /// The user's questions are used up for now.
    case exhausted
}

extension InsightClaim {
    /// The row of a question in either database: `asked`, or `answered` with a text or without.
    enum State: String { case asked, answered }
}
