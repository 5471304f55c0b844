// A phone's back button closes what is open above a screen, and not the screen. While something is open, the browser's history has one
// entry more than the screens; back removes it, and what is open closes.

/** Node has none. */
const history = globalThis.window?.history
/** How what is open closes, the topmost last. */
const open = []
/** True while the page itself goes back, which closes nothing. */
let isTidying = false

const isOurs = () => history.state?.isOpen

/** Adds the entry, unless it's there. */
const mark = () => isOurs() || history.pushState({ isOpen: true }, '')

globalThis.window?.addEventListener('popstate', () => {
  // Forward leads to an entry of something that has closed. There's nothing to show then, and nothing to do.
  if (!isTidying && !isOurs()) open.pop()?.()
  isTidying = false
  // What lies below is open still, or has opened meanwhile, and the next press is for it.
  if (open.length) mark()
})

/** Takes the entry away, unless the person has gone on to another screen, or something else has opened meanwhile. */
function tidy() {
  if (open.length || !isOurs()) return
  isTidying = true
  history.back()
}

/**
 * Has the back button close what was just opened.
 * @param {() => void} close
 * @returns {() => void} to call when it has closed, in whatever way
 */
export function closesOnBack(close) {
  open.push(close)
  mark()
  return () => {
    if (open.includes(close)) open.splice(open.indexOf(close), 1)
    // A confirmation may follow at once, and then the entry stays for it.
    setTimeout(tidy)
  }
}
