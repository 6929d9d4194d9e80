import { Button } from '../ui/button.tsx'

/** What a failed read shows: a message and a retry button. */
type LoadFailureProps = {
  words: string
  isTrying: boolean
  onRetry: () => void
  /** Placed inside a card, without its own frame. */
  isInCard?: boolean
}

/** Shown instead of content that failed to load. */
export function LoadFailure({ words, isTrying, onRetry, isInCard = false }: LoadFailureProps) {
  const frame = isInCard ? 'p-4 md:p-5' : 'rounded-md border border-line bg-panel p-5 md:p-7'
  return (
    <div role="alert" className={`grid justify-items-start gap-4 ${frame}`}>
      <p className="measure">
        {words} <span className="text-ink-muted">Trying again every few seconds.</span>
      </p>
      <Button tone="secondary" isBusy={isTrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Shown above earlier data while refetching fails. */
export function StaleNotice({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <p role="status" className="mb-4 border-signal-amber border-l-4 pl-4">
      Connection lost. You are seeing earlier data. This page updates when the connection returns.
    </p>
  )
}
