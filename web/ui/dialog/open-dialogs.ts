const closers: Array<() => void> = []

/**
 * Notes that a dialog is open.
 * @param close closes it
 * @returns takes the note back
 */
export function noteOpenDialog(close: () => void): () => void {
  closers.push(close)
  return () => {
    closers.splice(closers.indexOf(close), 1)
  }
}

/** Closes the dialog that was opened last; false where none is open. */
export function closeTopDialog(): boolean {
  const close = closers.at(-1)
  close?.()
  return close !== undefined
}
