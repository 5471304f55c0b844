// replaces: precedence
// symptom: Two phones edit a record once each while offline, and never agree on it again, however often they sync.

        left.version < right.version
