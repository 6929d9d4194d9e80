import { Button } from '../ui/button.tsx'

/** What a failed read shows: what is missing, and a way to try at once. */
export type LoadFailureProps = {
  words: string
  isTrying: boolean
  onRetry: () => void
  /** Stands in a card, whose frame and margins it takes. */
  isInCard?: boolean
}

/** Shown in place of what could not be loaded. */
export function LoadFailure({ words, isTrying, onRetry, isInCard = false }: LoadFailureProps) {
  const frame = isInCard ? 'p-4 md:p-5' : 'rounded-md border border-line bg-panel p-5 md:p-7'
  return (
    <div role="alert" className={`grid justify-items-start gap-4 ${frame}`}>
      <p className="measure">
        {words} <span className="text-ink-muted">It is tried again every few seconds.</span>
      </p>
      <Button tone="secondary" isBusy={isTrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Shown above what was loaded before, while it cannot be brought up to date. */
export function StaleNotice({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <p role="status" className="mb-4 border-signal-amber border-l-4 pl-4">
      The connection is lost. You see what was loaded before; this page catches up by itself.
    </p>
  )
}
