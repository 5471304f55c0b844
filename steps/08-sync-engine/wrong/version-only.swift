// replaces: precedence
// refused by: Step08EngineTests/total()
// says: neither beats the other
//
// Compares the version alone. Two phones that edit offline both make version 2 of version 1.

        return left.version < right.version
