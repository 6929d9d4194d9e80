import { useEffect } from 'react'

/** Lets the browser ask before the page is left or reloaded, while something would be lost. */
export function useLeaveWarning(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isLost])
}
