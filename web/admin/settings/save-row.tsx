import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type SaveRowProps = {
  /** What the button says. */
  label: string
  isBusy: boolean
  /** Whether there is nothing that can be saved. */
  isUnavailable?: boolean
  /** Takes back what was typed; absent while nothing is. */
  onDiscard?: (() => void) | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** Saves a card of the settings, or discards what was typed. */
export function SaveRow({ label, isBusy, isUnavailable = false, onDiscard, children }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" isBusy={isBusy} isUnavailable={isUnavailable}>
        {label}
      </Button>
      {onDiscard && (
        <Button tone="quiet" isUnavailable={isBusy} onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      {children}
      {onDiscard && <p className="text-ink-muted text-sm">Not saved yet.</p>}
    </div>
  )
}
