import TestSupport
import VitalsServer

extension TestBrowser {
    /// The keys as the server holds them.
    var keys: WebPushKeys {
        get throws { try WebPushKeys(publicKey: publicKey, authSecret: authSecret) }
    }
}
