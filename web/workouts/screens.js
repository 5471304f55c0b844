// What the screens show of workouts, of sources and of errors.

import { developerSetting, diagnosticsPanel } from './diagnostics.js'
import { detailView, listView } from './list.js'
import { loadSources, sourcesView } from './sources.js'

const isSources = ({ path }) => path[1] === 'sources'

/** The id that a workout has now, which was deleted and made anew here, maybe more than once. */
const presentId = (again, id) => (again?.has(id) ? presentId(again, again.get(id)) : id)

async function load(context) {
  const { phone, path, memory } = context
  if (isSources(context)) return loadSources(context)
  if (!path[1]) return { all: await phone.workouts.list() }
  const workout = await phone.workouts.get(presentId(memory.workoutsAgain, path[1]))
  return { workout, points: workout ? await phone.workouts.heartRates(workout) : [] }
}

function view(context, data) {
  if (isSources(context)) return sourcesView(context, data)
  return context.path[1] ? detailView(context, data) : listView(context, data)
}

const title = (context) => (isSources(context) ? 'Sources' : context.path[1] ? 'Workout' : 'Workouts')

export const workoutsScreens = {
  tabs: [['workouts', 'Workouts', 'M2 6v4M4.5 4v8M4.5 8h7M11.5 4v8M14 6v4']],
  routes: { workouts: { title, load, view } },
  diagnostics: diagnosticsPanel,
  settings: developerSetting,
}
