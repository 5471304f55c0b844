// replaces: view-debounce
// refused by: Step15ViewModelTests/oneSyncForFive()
// says: there should be one sync
//
// Waits after each edit, but forgets to cancel the wait of the edit before.

        let seconds = quietSeconds
        waiting = Task { [weak self, sleep] in
            try? await sleep(seconds)
            guard !Task.isCancelled, let self else { return }
            self.action()
        }
