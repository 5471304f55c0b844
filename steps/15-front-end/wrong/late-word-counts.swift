// replaces: view-sync-event
// refused by: Step15ViewModelTests/airplaneStops()
// says: the stopped sync still told
//
// Believes whatever a sync says, also one that was stopped.

        switch event {
        case .asked(let asker):
            guard !isAirplane, !status.isSyncing, asker == .person || status.mayRetryByItself else { return .nothing }
            status = .syncing(SyncProgress())
            return .start
        case .progressed(let progress):
            status = .syncing(progress)
        case .ended(let now):
            failuresInARow = 0
            status = .idle
            return .wake(at: now.advanced(bySeconds: Self.intervalSeconds))
        case .failed(let trouble, let now, let chance):
            return fail(trouble, now, chance)
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
