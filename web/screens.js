// What the features show, in the order in which it stands on a screen. They are apart from the features themselves, because a
// worker that has no page loads those.

// @from 17
import { deletesScreens } from './deletes/screens.js'
// @end
// @from 18
import { phrasesScreens } from './phrases/screens.js'
// @end
// @from 19
import { insightsScreens } from './insights/screens.js'
// @end
// @from 20
import { liveScreens } from './live/screens.js'
import { sessionsScreens } from './sessions/screens.js'
import { wakingScreens } from './waking/screens.js'
// @end
// @from 21
import { entitiesScreens } from './entities/screens.js'
// @end
// @from 23
import { remindersScreens } from './reminders/screens.js'
// @end
// @from 24
import { workoutsScreens } from './workouts/screens.js'
// @end
// @from repository
import { filesScreens } from './files/screens.js'
import { reportScreens } from './report/screens.js'
// @end
// A new feature’s module: its import.
// @from repository
import { goalsScreens } from './goals/screens.js'
// @end

export const screens = [
  // @from 17
  deletesScreens,
  // @end
  // @from 18
  phrasesScreens,
  // @end
  // @from 19
  insightsScreens,
  // @end
  // @from 20
  liveScreens,
  wakingScreens,
  sessionsScreens,
  // @end
  // @from 21
  entitiesScreens,
  // @end
  // @from 23
  remindersScreens,
  // @end
  // @from 24
  workoutsScreens,
  // @end
  // @from repository
  filesScreens,
  reportScreens,
  // @end
  // A new feature: its line.
  // @from repository
  goalsScreens,
  // @end
]
