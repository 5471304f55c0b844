import TestSupport
import VitalsServer

extension TestBrowser {
    /// The keys as the server holds them.
    var keys: PushKeys {
        get throws { try PushKeys(publicKey: publicKey, authSecret: authSecret) }
    }
}
