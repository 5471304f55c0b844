package import Vitals

extension RingState {
    /// Brings the state into line with the system's own lists, before alarms are computed.
    ///
    /// A program can be stopped between noting a change and telling the system, and a clock that's set back makes an alarm that has
    /// rung look like one that's to come. What the system says is right in both cases.
    ///
    /// - Parameters:
    ///   - pending: the alarms that the system will show.
    ///   - shown: those that are on the screen.
    ///   - now: an alarm from before, which is in neither list, was shown and swept away.
    /// - Returns: the alarms that count as rung from now on.
    @discardableResult
    package mutating func match(pending: [Alarm], shown: [Alarm], now: Timestamp) -> [Alarm] {
        let known = Set(pending)
        let gone = scheduled.values.filter { !known.contains($0) && $0.at <= now }
        var added: [Alarm] = []
        for alarm in gone + pending.filter({ $0.at <= now }) + shown
        where rung[alarm.key, default: []].insert(alarm.cause).inserted { added.append(alarm) }
        scheduled = Dictionary(pending.filter { $0.at > now }.map { ($0.key, $0) }) { $1 }
        self.shown = Set((shown + pending.filter { $0.at <= now }).map(\.key))
        return added
    }
}
