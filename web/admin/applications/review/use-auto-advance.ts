import { useState } from 'react'

const STORAGE_ENTRY = 'review-advance'

/** Whether a decision opens the next application; remembered in this browser, on at first. */
export function useAutoAdvance(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => read())
  const choose = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(STORAGE_ENTRY, next ? 'on' : 'off')
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  return [isOn, choose]
}

function read(): boolean {
  try {
    return localStorage.getItem(STORAGE_ENTRY) !== 'off'
  } catch {
    return true
  }
}
