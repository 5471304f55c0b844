// replaces: precedence
// refused by: Step08EngineTests/total()
// says: neither beats the other
// breaks: precedence.2
//
// Compares only the version. Two phones that edit offline both make version 2 from version 1.

        return left.version < right.version
