// replaces: view-sync-event
// refused by: Step15ViewModelTests/onlyThePerson()
// says: The phone itself asks
//
// Tries again whatever was wrong, with the token that the server has just refused.

        switch event {
        case .asked:
            guard !isAirplane, !status.isSyncing else { return .nothing }
            status = .syncing(SyncProgress())
            return .start
        case .progressed(let progress):
            if status.isSyncing { status = .syncing(progress) }
        case .ended(let now):
            guard status.isSyncing else { return .nothing }
            failuresInARow = 0
            status = .idle
            return .wake(at: now.advanced(bySeconds: Self.intervalSeconds))
        case .failed(let trouble, let now, let chance):
            return status.isSyncing ? fail(trouble, now, chance) : .nothing
        case .foundNoServer, .loggedOut:
            let isSyncing = status.isSyncing
            status = isAirplane ? .offline : .needsToken
            return isSyncing ? .stop : .nothing
        case .cancelled:
            if status.isSyncing { status = .idle }
        case .airplane(let isOn):
            let isSyncing = status.isSyncing
            isAirplane = isOn
            if isOn {
                status = .offline
                return isSyncing ? .stop : .nothing
            }
            return handle(.asked(by: .phone))
        case .loggedIn:
            failuresInARow = 0
            if !isAirplane, !status.isSyncing { status = .idle }
            return handle(.asked(by: .phone))
        }
        return .nothing
