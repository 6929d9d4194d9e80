import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { HistoryEntry } from '../../../contract/history.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { historyQuery } from './history-api.ts'
import { describeActor } from './history-texts.ts'

/** What the notice takes. */
export type ChangedMeanwhileProps = {
  /** What is stored now in the fields that the reader has changed too. */
  fields: { label: string; stored: string }[]
  /** Address of the history that says who it was. */
  history: string
  /** Whether an entry of that history can be the change. */
  isChange: (event: HistoryEntry['event']) => boolean
  isSaving: boolean
  onSaveMine: () => void
  onTakeStored: () => void
}

/** Shown in place of a save that would have written over what another admin stored meanwhile: both texts, and the choice. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { fields, history, isChange, isSaving, onSaveMine, onTakeStored } = props
  const { token } = useAuth()
  const { data, isFetchedAfterMount } = useQuery(historyQuery(history, token))
  // What was read before the notice appeared does not have the change yet.
  const change = isFetchedAfterMount && data?.find(({ event }) => isChange(event))
  const headingId = useId()
  const notice = useRef<HTMLElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="grid scroll-mt-5 gap-3 border-signal-amber border-l-4 pl-4"
    >
      <h3 id={headingId} className="text-base">
        Changed meanwhile
      </h3>
      <p className="measure wrap-anywhere">
        {change ? (
          <>
            {describeActor(change)} changed this on{' '}
            <span className="whitespace-nowrap font-mono text-sm">{formatDayAndTime(change.at)}</span>,
          </>
        ) : (
          'This was changed'
        )}{' '}
        after you opened it. Nothing was saved, and your version is still in the form. Choose which one stays.
      </p>
      <dl className="grid gap-3">
        {fields.map(({ label, stored }) => (
          <div key={label}>
            <dt className="text-ink-muted text-sm">{label}, as stored now</dt>
            {/* Scrolls, so it must be reachable by keyboard. */}
            <dd
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus.
              tabIndex={0}
              className="mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap wrap-anywhere rounded-md border border-line bg-paper p-3"
            >
              {stored || 'Empty'}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" isUnavailable={isSaving} onClick={onTakeStored}>
          Take what is stored
        </Button>
        <Button tone="secondary" isBusy={isSaving} onClick={onSaveMine}>
          Save mine
        </Button>
      </div>
    </section>
  )
}
