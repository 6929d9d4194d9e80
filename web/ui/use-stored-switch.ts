import { useState } from 'react'

/** A switch that this browser remembers under the name of its entry. */
export function useStoredSwitch(entry: string, isOnAtFirst: boolean): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => read(entry) ?? isOnAtFirst)
  const choose = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(entry, next ? 'on' : 'off')
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  return [isOn, choose]
}

function read(entry: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(entry)
    return stored === null ? undefined : stored === 'on'
  } catch {
    return undefined
  }
}
