/** Marks the history entry that the Back button leaves to close a dialog. */
const ENTRY = 'dialog'

const open: Array<() => void> = []
let isListening = false
let isReturning = false

/**
 * Lets the Back button close a dialog: an open dialog has a history entry, with the address of its page. Closing it in
 * another way removes the entry. Forward, or a reload, opens nothing.
 * @param close closes the dialog
 * @returns the action for its end
 */
export function enterHistory(close: () => void): () => void {
  open.push(close)
  if (!isListening) window.addEventListener('popstate', onMove)
  isListening = true
  addEntry()
  return () => {
    open.splice(open.indexOf(close), 1)
    // A dialog that opens in place of this one takes over its entry.
    setTimeout(removeEntry)
  }
}

function addEntry() {
  if (open.length === 0 || hasEntry() || isReturning) return
  // The page shell leaves scroll position and focus alone.
  history.pushState({ ...history.state, keepsScroll: true, [ENTRY]: true }, '')
}

function removeEntry() {
  if (open.length > 0 || !hasEntry() || isReturning) return
  isReturning = true
  history.back()
}

function onMove() {
  if (isReturning) {
    isReturning = false
    return addEntry()
  }
  if (!hasEntry()) for (const close of [...open]) close()
}

function hasEntry(): boolean {
  return history.state?.[ENTRY] === true
}
