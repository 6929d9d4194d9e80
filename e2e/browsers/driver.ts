/** An element of a page, identified by the browser's own reference. */
type ElementId = string

/**
 * A real browser, driven by the protocol that it speaks itself (W3C WebDriver, classic or bidirectional), so that
 * neither a patched browser nor a driver of a third party is needed.
 */
export type Driver = {
  /** Goes to an address and waits until the page has loaded. */
  navigate(url: string): Promise<void>
  /** Calls a function of JavaScript, given as text, in the page; arguments and result are JSON. */
  evaluate(functionText: string, args: unknown[]): Promise<unknown>
  /** Like `evaluate`, for a function that gives an element; null where it gives none. */
  find(functionText: string, args: unknown[]): Promise<ElementId | null>
  /** Clicks as a mouse does: in the middle of an element that is in view. */
  click(element: ElementId): Promise<void>
  /** Presses and releases keys, one after the other, whatever has the focus. */
  press(keys: string[]): Promise<void>
  chooseFile(element: ElementId, path: string): Promise<void>
  /** A picture of the page, PNG in base64. */
  picture(): Promise<string>
  close(): Promise<void>
}

/** A browser that this machine may have. */
export type InstalledBrowser = {
  name: string
  /** What is missing, and how to install it; undefined where nothing is. */
  missing: string | undefined
  /** @param home an empty folder for all files of the browser, downloads included */
  start(home: string): Promise<Driver>
}

/** WebDriver's codes of keys that write nothing. */
export const KEY = { tab: '\uE004', enter: '\uE006', shift: '\uE008', escape: '\uE00C' } as const

/** Keys pressed one after the other, as both protocols take them. */
export function keyActions(keys: string[]) {
  return keys.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
}
