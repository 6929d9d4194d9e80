/** What a key does, in the words of the list of keys. */
export type KeyAction = {
  label: string
  /** Undefined for a key that is not possible now, or that its part handles. */
  run: (() => void) | undefined
  /** Whether holding the key repeats the action. */
  repeats?: boolean
}

/** The keys of one part of a screen, by their names. An undefined action is not available now. */
export type KeyActions = Record<string, KeyAction | undefined>

const STORAGE_ENTRY = 'keys'

const parts = new Set<{ current: KeyActions }>()
const listeners = new Set<() => void>()
let isOn: boolean | undefined

/** Adds the keys of a part; a later part takes precedence. Returns the action that removes them. */
export function registerKeys(part: { current: KeyActions }): () => void {
  parts.add(part)
  return () => {
    parts.delete(part)
  }
}

/** The action of a key; undefined if it has none. */
export function findKeyAction(name: string): KeyAction | undefined {
  return [...parts].reverse().find(({ current }) => current[name] !== undefined)?.current[name]
}

/** Every key of the screen with its label, in the order of the parts. */
export function listKeys(): Array<{ name: string; label: string }> {
  const keys = new Map<string, string>()
  for (const { current } of parts) {
    for (const [name, action] of Object.entries(current)) if (action) keys.set(name, action.label)
  }
  return [...keys].map(([name, label]) => ({ name, label }))
}

/** Whether the keys are switched on; remembered in this browser. */
export function areKeysOn(): boolean {
  try {
    isOn ??= localStorage.getItem(STORAGE_ENTRY) !== 'off'
  } catch {
    isOn = true
  }
  return isOn
}

/** Switches the keys on or off. */
export function switchKeys(on: boolean): void {
  isOn = on
  try {
    if (on) localStorage.removeItem(STORAGE_ENTRY)
    else localStorage.setItem(STORAGE_ENTRY, 'off')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const notify of listeners) notify()
}

/** Calls `listener` when the keys are switched on or off. */
export function subscribeToKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
