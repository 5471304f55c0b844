// A phone's back button closes the dialog that is open above a screen, and not the screen. While something is open, the browser's history has one
// entry more than the screens; back removes it, and what is open closes.

/** Node has none. */
const history = globalThis.window?.history
/** The dialogs that are open, the topmost last. */
const open = []
/** True while the page itself goes back, which closes nothing. */
let isTidying = false

const isOurs = () => history.state?.isOpen

/** The topmost one. One whose screens were taken down has gone with them, without a word. */
function topmost() {
  while (open.at(-1)?.isConnected === false) open.pop()
  return open.at(-1)
}

/** Adds the entry, unless it's there. */
const mark = () => isOurs() || history.pushState({ isOpen: true }, '')

globalThis.window?.addEventListener('popstate', () => {
  // Forward leads to an entry of something that has closed. There's nothing to show then, and nothing to do.
  if (!isTidying && !isOurs() && topmost()) open.pop().close()
  isTidying = false
  // What lies below is open still, or has opened meanwhile, and the next press is for it.
  if (topmost()) mark()
})

/** Takes the entry away, unless the person has gone on to another screen, or something else has opened meanwhile. */
function tidy() {
  if (isTidying || topmost() || !isOurs()) return
  isTidying = true
  history.back()
}

/**
 * Has the back button close what was just opened.
 * @param {HTMLDialogElement} dialog
 * @returns {() => void} to call when it has closed, in whatever way
 */
export function closesOnBack(dialog) {
  open.push(dialog)
  mark()
  return () => {
    if (open.includes(dialog)) open.splice(open.indexOf(dialog), 1)
    // A confirmation may follow at once, and then the entry stays for it.
    setTimeout(tidy)
  }
}
