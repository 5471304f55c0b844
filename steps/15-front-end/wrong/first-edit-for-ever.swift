// replaces: view-debounce
// refused by: Step15ViewModelTests/countsAnew()
// says: half a minute after the one before
//
// Remembers the first edit of all, so that after ten seconds every further one acts at once.

        let now = clock()
        let first = firstChangeAt ?? now
        firstChangeAt = first
        let seconds = min(quietSeconds, longestSeconds - now.seconds(since: first))
        waiting?.cancel()
        waiting = Task { [weak self, sleep] in
            try? await sleep(max(0, seconds))
            guard !Task.isCancelled, let self else { return }
            self.action()
        }
