// A phone's back button closes what is open above a screen, and not the screen. While something is open, the browser's history has one
// entry more than the screens; back removes it, and what is open closes.

const mark = { vitalsIsOpen: true }
/** What is open, the topmost last: how each closes. */
const open = []
/** Node, and pages whose address isn't theirs, have none. */
const browserHistory = () => globalThis.window?.history

const isOurs = () => browserHistory()?.state?.vitalsIsOpen === true

/** True while the page itself goes back, which closes nothing. */
let isTidying = false

function wentBack() {
  const isOwn = isTidying
  isTidying = false
  // Forward leads to an entry of something that has closed. There's nothing to show then, and nothing to do.
  if (isOurs()) return
  if (!isOwn) open.pop()?.()
  // What lies below is open still, or has opened meanwhile, and the next press is for it.
  if (open.length) browserHistory().pushState(mark, '')
}

/** Takes the entry away, unless the person has gone on to another screen, or something else has opened meanwhile. */
function tidy() {
  if (open.length || !isOurs()) return
  isTidying = true
  browserHistory().back()
}

let isListening = false

function listen() {
  if (isListening) return
  isListening = true
  globalThis.window.addEventListener('popstate', wentBack)
}

/**
 * Has the back button close what was just opened.
 * @param {() => void} close
 * @returns {() => void} to call when it has closed, in whatever way
 */
export function closesOnBack(close) {
  if (!browserHistory()) return () => {}
  listen()
  open.push(close)
  if (!isOurs()) browserHistory().pushState(mark, '')
  return () => {
    const place = open.indexOf(close)
    if (place >= 0) open.splice(place, 1)
    // A confirmation may follow at once, and then the entry stays for it.
    setTimeout(tidy)
  }
}
