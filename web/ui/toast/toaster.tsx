import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type FocusEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { buttonClass } from '../button.tsx'
import { useEscape } from '../escape.ts'
import { focusFallback } from '../focus/keep-focus.ts'
import { keepClear } from './toast-place.ts'
import { currentToast, dismissToast, subscribeToToasts, type ToastAction, type ToastMessage } from './toast-store.ts'

const DURATION_MS = 5000
const SWIPE_THRESHOLD_PX = 50

/** Mounts the toaster once, as a separate React tree. */
export function mountToaster(): void {
  const container = document.createElement('div')
  // A modal dialog hides everything else from assistive technology, but not what carries `aria-live`.
  container.setAttribute('aria-live', 'off')
  document.body.append(container)
  createRoot(container).render(<Toaster />)
}

function Toaster() {
  const shown = useSyncExternalStore(subscribeToToasts, currentToast)
  const { onFocus, returnFocus } = useReturnFocus()
  const dismiss = (id: number) => {
    dismissToast(id)
    returnFocus()
  }
  useEscape(shown !== null, () => shown && dismiss(shown.id), true)
  const slot = useRef<HTMLOListElement>(null)
  const isShown = shown !== null
  // Before the first paint of a toast; another one that replaces it is placed by the changes of the page.
  useLayoutEffect(() => (isShown && slot.current ? keepClear(slot.current) : undefined), [isShown])
  return (
    <Toast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {shown && (
        <Toast.Root
          key={shown.id}
          type={shown.tone === 'error' ? 'foreground' : 'background'}
          duration={shown.durationMs ?? DURATION_MS}
          className="toast"
          data-tone={shown.tone ?? 'neutral'}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismiss(shown.id)
          }}
        >
          <div className="min-w-0 flex-1">
            {/* A name may have 300 letters: together with the title it takes two lines. */}
            <div className="wrap-anywhere line-clamp-2">
              <Toast.Title className="inline font-semibold">{shown.title}</Toast.Title>
              {shown.about && (
                <>
                  <span aria-hidden="true"> · </span>
                  <span>{shown.about}</span>
                </>
              )}
            </div>
            {shown.description && (
              <Toast.Description className="wrap-anywhere text-ink-muted">{shown.description}</Toast.Description>
            )}
          </div>
          {!shown.note && shown.action && <Action of={shown} action={shown.action} />}
          <Toast.Close
            aria-label="Dismiss"
            className="-my-1 -mr-2 grid size-11 dense:size-9 shrink-0 cursor-pointer place-items-center rounded-md text-ink-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </Toast.Close>
          {shown.note && <Note {...shown} />}
        </Toast.Root>
      )}
      <Toast.Viewport ref={slot} hotkey={['F8']} className="toast-viewport" onFocus={onFocus} />
    </Toast.Provider>
  )
}

/** What follows from the message, with all buttons, on a line below. */
function Note({ note, action: first, noteActions = [], ...message }: ToastMessage) {
  const actions = first ? [first, ...noteActions] : noteActions
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-2">
      <span className="mr-auto">{note}</span>
      {/* Together, on the line below where the note takes the first. */}
      <span className="-ml-2 flex">
        {actions.map((action) => (
          <Action key={action.label} of={message} action={action} />
        ))}
      </span>
    </div>
  )
}

function Action({ of, action: { label, run } }: { of: ToastMessage; action: ToastAction }) {
  return (
    <Toast.Action altText={`${label}: ${of.title}`} onClick={run} className={buttonClass('quiet', '-my-1 shrink-0')}>
      {label}
    </Toast.Action>
  )
}

/** When a toast goes with the focus, the focus returns to where it was before. */
function useReturnFocus() {
  const viewport = useRef<HTMLElement | null>(null)
  const before = useRef<EventTarget | null>(null)
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      viewport.current = currentTarget
      if (!currentTarget.contains(relatedTarget as Node | null)) before.current = relatedTarget
    },
    returnFocus: () => {
      const { activeElement } = document
      if (!(activeElement instanceof HTMLElement) || !viewport.current?.contains(activeElement)) return
      activeElement.blur()
      if (before.current instanceof HTMLElement) before.current.focus()
      focusFallback()
    },
  }
}
