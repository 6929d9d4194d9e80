/** A button in a toast. */
export type ToastAction = { label: string; run: () => void }

/** One toast. */
export type ToastMessage = {
  title: string
  description?: string | undefined
  /** Whom it is about, beside the title. */
  about?: string | undefined
  tone?: 'neutral' | 'error' | undefined
  /** How long it is shown, in milliseconds; five seconds by default. */
  durationMs?: number | undefined
  /** What follows from it, as a sentence below the description. */
  note?: string | undefined
  /** A button in the toast; pressing it dismisses the toast too. */
  action?: ToastAction | undefined
  /** Buttons about the note. */
  noteActions?: readonly ToastAction[] | undefined
}

/** A toast with an id. */
export type ShownToast = ToastMessage & { id: number }

let current: ShownToast | null = null
let count = 0
const listeners = new Set<() => void>()

/** Replaces the current toast: one is shown at a time. */
export function replaceToast(message: ToastMessage): void {
  count += 1
  setCurrent({ ...message, id: count })
}

/** Dismisses a toast, unless another has already replaced it. */
export function dismissToast(id: number): void {
  if (current?.id === id) setCurrent(null)
}

/** The current toast. */
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
