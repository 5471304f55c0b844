// The text of a report. Swift writes the same, and Tests/Vectors/report.json holds the two together.

const list = (items, none, line) => (items?.length ? items.map(line) : [none])

const subject = ({ what, kind }) => `${what} ${kind}`

const capitalised = (text) => text[0].toUpperCase() + text.slice(1)

function clock(seconds) {
  if (seconds === null) return 'Clock: not compared yet'
  return seconds === 0 ? 'Clock: the same as the server\'s' : `Clock: the server's is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`
}

const position = ({ log, cursor, receipt }) => (
  `${capitalised(log)}: ${cursor === null ? 'no cursor' : `cursor ${cursor}`}, ${receipt === null ? 'no receipt' : `receipt ${receipt}`}`)

const waitingLine = (item) => (
  `${subject(item)}: ${item.count} ${item.since === null ? 'since an unknown time' : `since ${item.since}`}, failed tries ${item.failedTries}`)

const refusedLine = (item) => `${subject(item)}: ${item.count}, ${item.code}${item.last === null ? '' : `, last ${item.last}`}`

const exchangeLine = ({ at, route, outcome, milliseconds, sent, sentBytes, received, receivedBytes, requestId }) => (
  `${at} ${route}: ${outcome}, ${milliseconds} ms, sent ${sent} (${sentBytes} bytes), received ${received} (${receivedBytes} bytes)${requestId === null ? '' : `, request ${requestId}`}`)

/** @param {Object} report see `reportOf` in `report.js` */
export function reportText({ at, program, server, sync, store, waiting, refused, exchanges, errors, deviceCount }) {
  const sections = {
    Program: [`${program.name}, ${program.platform}`],
    Server: [
      `Address: ${server.address}`, `Account: ${server.hasAccount ? 'known' : 'not known'}`, `Features: ${server.features.join(', ') || 'none'}`,
    ],
    Sync: [`Last sync: ${sync.lastSyncAt ?? 'never'}`, ...sync.positions.map(position), clock(sync.aheadSeconds)],
    Store: [
      `Size: ${store.bytes === null ? 'not known' : `${store.bytes} bytes`}`,
      `Records: ${store.records}, unsent ${store.unsent}, refused ${store.refused}, lost edits ${store.lostEdits}`,
      ...store.counts.map((item) => `${subject(item)}: ${item.count}`),
    ],
    Waiting: list(waiting, 'nothing', waitingLine),
    Refused: list(refused, 'nothing', refusedLine),
    'Last exchanges, the newest first': list(exchanges, 'none', exchangeLine),
    'Errors, the latest first': errors === null ? ['not kept by this program'] : list(errors, 'none', ({ at: when, id, category }) => `${when} ${id} ${category}`),
    'Devices of the account': [deviceCount === null ? 'not listed yet' : String(deviceCount)],
  }
  const head = `Vitals report of ${at}\nIt has no value, label, name, token or address in it.`
  const blocks = Object.entries(sections).map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
  return `${[head, ...blocks].join('\n\n')}\n`
}
