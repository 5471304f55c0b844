// The features of the phone, in the order in which they act. A page or a worker hands them to `openPhone`. Only this list and
// that of the screens name them.

// @from 17
import { deletes } from './deletes/feature.js'
// @end
// @from 18
import { phrases } from './phrases/feature.js'
// @end
// @from 19
import { insights } from './insights/feature.js'
// @end
// @from 20
import { live } from './live/feature.js'
import { sessions } from './sessions/feature.js'
import { waking } from './waking/feature.js'
// @end
// @from 21
import { entities } from './entities/feature.js'
// @end
// @from 23
import { reminders } from './reminders/feature.js'
// @end
// @from 24
import { workouts } from './workouts/feature.js'
// @end
// @from repository
import { files } from './files/feature.js'
import { report } from './report/feature.js'
// @end
// A new feature’s module: its import.
// @from repository
import { look } from './look/feature.js'
import { goals } from './goals/feature.js'
// @end

export const features = [
  // @from 17
  deletes,
  // @end
  // @from 18
  phrases,
  // @end
  // @from 19
  insights,
  // @end
  // @from 20
  live,
  waking,
  sessions,
  // @end
  // @from 21
  entities,
  // @end
  // @from 23
  reminders,
  // @end
  // @from 24
  workouts,
  // @end
  // @from repository
  files,
  report,
  // @end
  // A new feature: its line.
  // @from repository
  look,
  goals,
  // @end
]
