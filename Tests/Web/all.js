// Every test. Those that need a browser skip themselves elsewhere.
import './core.test.js'
import './rules.test.js'
import './simulation.test.js'
import './phone.test.js'
// @from repository
import './deletes.test.js'
import './deletes-rules.test.js'
import './deletes-screens.test.js'
import './deletes-simulation.test.js'
import './phrases.test.js'
import './phrases-screens.test.js'
import './insights.test.js'
import './insights-screens.test.js'
import './live.test.js'
import './live-screens.test.js'
import './live-simulation.test.js'
import './live-wake.test.js'
// @end
import './database.test.js'
import './screens.test.js'
import './release.test.js'

export { runTests } from './harness.js'
