/** One notice to the person at the keyboard. */
export type ToastMessage = { title: string; description?: string | undefined; tone?: 'neutral' | 'error' | undefined }

/** A notice with the number by which it is told from the one before. */
export type ShownToast = ToastMessage & { id: number }

let current: ShownToast | null = null
let count = 0
const listeners = new Set<() => void>()

/** Puts a notice in place of the one before: one is shown at a time (`spec.md` section 9). */
export function replaceToast(message: ToastMessage): void {
  count += 1
  setCurrent({ ...message, id: count })
}

/** Takes a notice away, unless another has already replaced it. */
export function dismissToast(id: number): void {
  if (current?.id === id) setCurrent(null)
}

/** The notice that is shown now. */
export function currentToast(): ShownToast | null {
  return current
}

/** Calls `listener` on every change. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setCurrent(next: ShownToast | null) {
  current = next
  for (const notify of listeners) notify()
}
