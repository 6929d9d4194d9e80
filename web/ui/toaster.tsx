import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { buttonClass } from './button.tsx'
import { closeTopDialog } from './dialog/open-dialogs.ts'
import { currentToast, dismissToast, subscribeToToasts } from './toast-store.ts'

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
  return (
    <Toast.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {shown && (
        <Toast.Root
          key={shown.id}
          type={shown.tone === 'error' ? 'foreground' : 'background'}
          duration={shown.durationMs ?? DURATION_MS}
          className="toast"
          data-tone={shown.tone ?? 'neutral'}
          onEscapeKeyDown={closeDialogInstead}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismissToast(shown.id)
          }}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{shown.title}</Toast.Title>
            {(shown.about || shown.description) && (
              <Toast.Description className="wrap-anywhere text-ink-muted">
                {shown.about && <span className="font-semibold text-ink">{shown.about} </span>}
                {shown.description && <span>{shown.description}</span>}
              </Toast.Description>
            )}
          </div>
          {shown.action && (
            <Toast.Action
              altText={`${shown.action.label}: ${shown.title}`}
              onClick={shown.action.run}
              className={buttonClass('quiet', '-my-1 shrink-0')}
            >
              {shown.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className="-my-1 -mr-2 grid size-11 dense:size-9 shrink-0 cursor-pointer place-items-center rounded-md text-ink-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport hotkey={['F8']} className="toast-viewport" />
    </Toast.Provider>
  )
}

/** Escape closes the open dialog, not a later toast. */
function closeDialogInstead(event: KeyboardEvent) {
  if (closeTopDialog()) event.preventDefault()
}
