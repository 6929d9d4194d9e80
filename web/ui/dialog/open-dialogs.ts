const closers: Array<() => void> = []

/**
 * Registers an open dialog.
 * @param close closes it
 * @returns the action that unregisters it
 */
export function registerOpenDialog(close: () => void): () => void {
  closers.push(close)
  return () => {
    closers.splice(closers.indexOf(close), 1)
  }
}

/** Closes the last opened dialog; false if none is open. */
export function closeTopDialog(): boolean {
  const close = closers.at(-1)
  close?.()
  return close !== undefined
}
