import ArgumentParser
import Foundation
import VitalsServer

extension ServedFeature {
    /// Messages that wake a browser whose page is closed.
    static var webPush: ServedFeature {
        ServedFeature(
            feature: .webPush, isSwitched: .ownSetting, settings: [WebPushOptions.contact, WebPushOptions.allowedHosts]
        ) { features, components in
            guard let settings = try features.webPush.settings() else { return }
            components.features.append(.webPush)
            components.addWebPush(settings)
        }
    }
}

/// Settings of Web Push. It's on once there is a contact: a push service wants to know whom to write to when something
/// is wrong with the messages it gets.
struct WebPushOptions: ParsableArguments {
    static let contact = Setting(
        "push-contact", "CONTACT", "VITALS_PUSH_CONTACT", default: "none: no messages that wake an app",
        """
        Switches on messages that wake a closed app, and says whom a push service may write to about them, mailto: or https:
        """)
    static let allowedHosts = Setting(
        "push-allow-host", "HOST:PORT", "VITALS_PUSH_ALLOW_HOSTS", default: "none: HTTPS and public addresses only",
        """
        Push services on a private network or without HTTPS that this server may send to, separated by commas
        """)

    @Option(name: contact.name, help: contact.help) var pushContact: String?
    @Option(name: allowedHosts.name, help: allowedHosts.help) var pushAllowHost: String?

    /// How to send messages; nil without a contact.
    ///
    /// - Throws: `ValidationError` for a setting that can't be used.
    func settings() throws -> WebPushSettings? {
        let hosts = try hosts()
        guard let contact = try Self.contact.text(pushContact) else {
            guard hosts.isEmpty else {
                throw ValidationError("--push-allow-host has no effect without --push-contact; give both or neither.")
            }
            return nil
        }
        guard contact.wholeMatch(of: /(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s\/]+[^\s]*)/) != nil,
            contact.utf8.count <= 256, contact.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw ValidationError(
                "The push contact must be an address such as mailto:you@example.org or https://example.org/contact.")
        }
        guard Self.isReachable(contact) else {
            throw ValidationError(
                "The push contact must be reachable from elsewhere, such as mailto:you@example.org. Apple refuses each message "
                    + "whose contact is at localhost or in a private network.")
        }
        return WebPushSettings(contact: contact, policy: EndpointPolicy(allowing: hosts))
    }

    /// True unless the contact's host is this machine or one of a private network.
    private static func isReachable(_ contact: String) -> Bool {
        let isMail = contact.hasPrefix("mailto:")
        let address = isMail ? "https://" + (contact.prefix { $0 != "?" }.split(separator: "@").last ?? "") : contact
        guard var host = URLComponents(string: address)?.host?.lowercased() else { return false }
        host = host.filter { !"[]".contains($0) }
        if let address = IPAddress(host) { return address.isPublic }
        while host.hasSuffix(".") { host.removeLast() }
        let isLocal = [".localhost", ".local", ".internal", ".lan"].contains(where: host.hasSuffix)
        return host.contains(".") && !isLocal
    }

    private func hosts() throws -> [EndpointPolicy.AllowedHost] {
        let text = try Self.allowedHosts.text(pushAllowHost) ?? ""
        return try text.split(separator: ",").map { item in
            guard let host = EndpointPolicy.AllowedHost(item.filter { $0 != " " }) else {
                throw ValidationError("--push-allow-host takes a host and its port, such as push.example.org:8443.")
            }
            return host
        }
    }
}
