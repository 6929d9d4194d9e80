import { useEffect } from 'react'

/** Lets the browser ask before the page is left or reloaded, while something would be lost. */
export function useLeaveWarning(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isLost])
}
