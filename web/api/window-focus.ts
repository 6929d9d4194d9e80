import { focusManager } from '@tanstack/react-query'

/**
 * Makes the window's own focus count as focus (`spec.md` section 7). The library listens for visibility alone, which
 * does not change when somebody comes back from another program that did not cover the page.
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
