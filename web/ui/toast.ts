import { useEffect } from 'react'

/** One notice to the person at the keyboard. */
export type ToastMessage = { title: string; description?: string | undefined; tone?: 'neutral' | 'error' | undefined }

/** A notice with the number by which it is told from the one before. */
export type ShownToast = ToastMessage & { id: number }

let current: ShownToast | null = null
let count = 0
let isToasterWanted = false
const listeners = new Set<() => void>()

/** Shows a notice in place of the one before: one is shown at a time (`spec.md` section 9). */
export function toast(message: ToastMessage): void {
  count += 1
  setCurrent({ ...message, id: count })
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

/** Takes a notice away, unless another has already replaced it. */
export function dismissToast(id: number): void {
  if (current?.id === id) setCurrent(null)
}

/** The notice that is shown now. */
export function currentToast(): ShownToast | null {
  return current
}

/** Tells `listener` of every change. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setCurrent(next: ShownToast | null) {
  current = next
  for (const notify of listeners) notify()
}
