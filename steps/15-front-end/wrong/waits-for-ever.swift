// replaces: view-debounce
// refused by: Step15ViewModelTests/notForEver()
// says: quiet or not
//
// Starts the whole wait again with each edit.

        waiting?.cancel()
        waiting = Task { [weak self, sleep, quietSeconds] in
            try? await sleep(quietSeconds)
            guard !Task.isCancelled, let self else { return }
            self.action()
        }
