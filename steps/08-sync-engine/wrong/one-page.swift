// replaces: after-page
// refused by: Step08EngineTests/pullsEveryPage()
// says: in pages of 2
// breaks: after-page.1
//
// Takes the first page as if it were all there is.

        guard roundCount < settings.maximumRounds else { return finish(.done) }
        return startPush()
