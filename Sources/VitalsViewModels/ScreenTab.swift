/// A tab of the app.
public struct ScreenTab: Identifiable, Sendable {
    /// The name in a link, such as `review`. No two tabs have the same.
    public let route: String
    public let title: String
    /// The name of the picture, one of Apple's SF Symbols.
    public let symbol: String
    /// The place from left to right, beside `today`, 0, and `settings`, 100.
    let order: Int
    /// The number on the tab; 0 for none.
    public let badge: @MainActor @Sendable (PhoneModel) -> Int

    init(
        _ route: String, title: String, symbol: String, order: Int,
        badge: @escaping @MainActor @Sendable (PhoneModel) -> Int = { _ in 0 }
    ) {
        self.route = route
        self.title = title
        self.symbol = symbol
        self.order = order
        self.badge = badge
    }

    public var id: String { route }

    /// The tabs of each phone.
    static let ofEachPhone = [
        ScreenTab("today", title: "Today", symbol: "heart.text.square", order: 0),
        ScreenTab("review", title: "Review", symbol: "exclamationmark.bubble", order: 10) { $0.attentionCount },
        ScreenTab("settings", title: "Settings", symbol: "gearshape", order: 100),
    ]
}

extension PhoneModel {
    /// The number of decisions that wait for the person, about records and what features have.
    public var attentionCount: Int { today.attentionCount + models.attentionCount }

    /// The app's tabs, from left to right: those of each phone, and those of its features.
    public var tabs: [ScreenTab] {
        (ScreenTab.ofEachPhone + features.flatMap(\.tabs)).sorted { $0.order < $1.order }
    }

    /// The tab that a link leads to; nil for one that leads nowhere.
    ///
    /// - Parameter link: `vitals:` and a tab's route or a screen on it, such as `deleted`. What follows a slash is the
    ///   screen's own.
    public func tab(at link: String) -> ScreenTab? {
        let scheme = "vitals:"
        guard link.hasPrefix(scheme), let first = link.dropFirst(scheme.count).split(separator: "/").first else {
            return nil
        }
        let name = String(first)
        let route = features.lazy.compactMap { $0.routes[name] }.first ?? name
        return tabs.first { $0.route == route }
    }
}
