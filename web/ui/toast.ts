import { useEffect } from 'react'
import { replaceToast, type ToastMessage } from './toast-store.ts'

let isToasterWanted = false

/** Shows a notice; the code that draws notices is fetched with the first one. */
export function toast(message: ToastMessage): void {
  replaceToast(message)
  // The first half of the condition keeps react-dom's client out of the page renderer.
  if (import.meta.env.SSR || isToasterWanted) return
  isToasterWanted = true
  import('./toaster.tsx')
    .then(({ mountToaster }) => mountToaster())
    .catch(() => {
      // Tried again with the next notice, when the network may be back.
      isToasterWanted = false
    })
}

/** Fetches what shows notices while the network is there: a form must be able to say that it has gone. */
export function useToaster(): void {
  useEffect(() => {
    import('./toaster.tsx').catch(() => undefined)
  }, [])
}
