// replaces: view-sync-event
// refused by: Step15ViewModelTests/waits()
// says: The first failure after a sync that ended well
//
// Never forgets a failure, so that a phone that was offline for a day waits for a quarter of an hour each time.

        switch event {
        case .asked(let asker):
            guard !isAirplane, !status.isSyncing, asker == .person || status.mayRetryByItself else { return .nothing }
            status = .syncing(SyncProgress())
            return .start
        case .progressed(let progress):
            if status.isSyncing { status = .syncing(progress) }
        case .ended(let now):
            guard status.isSyncing else { return .nothing }
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
