import { useEffect } from 'react'
import { replaceToast, type ToastMessage } from './toast-store.ts'

let isToasterRequested = false

/** Shows a toast; the toaster's code is loaded with the first one. */
export function toast(message: ToastMessage): void {
  replaceToast(message)
  // The first condition excludes react-dom's client from the server bundle.
  if (import.meta.env.SSR || isToasterRequested) return
  isToasterRequested = true
  import('./toaster.tsx')
    .then(({ mountToaster }) => mountToaster())
    .catch(() => {
      // Retried with the next toast.
      isToasterRequested = false
    })
}

/** Preloads the toaster: a form must be able to report a lost network. */
export function useToaster(): void {
  useEffect(() => {
    import('./toaster.tsx').catch(() => undefined)
  }, [])
}
