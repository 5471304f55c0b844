// replaces: view-debounce
// refused by: Step15ViewModelTests/oneSyncForFive()
// says: there should be one sync
//
// Waits after each edit, and forgets to call off the wait of the one before.

        let seconds = quietSeconds
        waiting = Task { [weak self, sleep] in
            try? await sleep(seconds)
            guard !Task.isCancelled, let self else { return }
            self.action()
        }
