import { focusManager } from '@tanstack/react-query'

/**
 * Counts the window's own focus as focus. The library only listens for visibility, which does not change when a visitor
 * returns from a program that did not cover the page.
 */
export function listenToWindowFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const listen = () => onFocus()
    document.addEventListener('visibilitychange', listen)
    window.addEventListener('focus', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      window.removeEventListener('focus', listen)
    }
  })
}
