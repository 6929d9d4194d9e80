import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useId } from 'react'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { describeActor, historyQuery } from '../api/history-api.ts'

type EditConflictNoticeProps = {
  /** The stored values of the fields that both admins changed, and this admin's where no form shows them. */
  fields: { label: string; stored: string; mine?: string }[]
  /** Address of the history that names the other admin. */
  history: string
  /** Whether an entry of that history is such a change. */
  isChange: (event: HistoryEntry['event']) => boolean
  /** What became of this admin's version; by default it is still in the form. */
  outcome?: string
  /** Labels of the two buttons. */
  choices?: { keep: string; change: string }
  isSaving: boolean
  onSaveMine: () => void
  onAcceptStored: () => void
}

const IN_FORM = 'Your changes were not saved, but they are still in the form. Choose which version to keep.'

const CHOICES = { keep: 'Use the stored version', change: 'Save my version' }

/** Shown when a save would overwrite another admin's change: the stored text, and the choice between both versions. */
export function EditConflictNotice(props: EditConflictNoticeProps) {
  const { fields, history, isChange, outcome = IN_FORM, choices = CHOICES } = props
  const { isSaving, onSaveMine, onAcceptStored } = props
  const { token } = useAuth()
  const { data, isFetchedAfterMount } = useQuery(historyQuery(history, token))
  // An earlier read does not include the change yet.
  const change = isFetchedAfterMount && data?.find(({ event }) => isChange(event))
  const headingId = useId()
  const notice = useKeepFocus<HTMLElement>()
  useEffect(() => {
    // Without its field, what an admin goes on typing would be taken for keys of the page.
    const isTyping = document.activeElement?.matches('input, textarea, select')
    if (!isTyping) notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: isTyping ? 'nearest' : 'start' })
  }, [notice])
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="grid scroll-mt-[calc(var(--bar)+1rem)] gap-3 border-signal-amber border-l-4 pl-4"
    >
      <h3 id={headingId} className="text-base">
        Edit conflict
      </h3>
      <p role="alert" className="measure wrap-anywhere">
        {change ? (
          <>
            {describeActor(change)} changed this on{' '}
            <span className="whitespace-nowrap text-sm">{formatDayAndTime(change.at)}</span>,
          </>
        ) : (
          'This was changed'
        )}{' '}
        after you opened it. {outcome}
      </p>
      <dl className="grid gap-3">
        {fields.map(({ label, stored, mine }) => (
          <Fragment key={label}>
            <Version label={`${label}, as stored now`} text={stored} />
            {mine !== undefined && <Version label={`${label}, as you chose it`} text={mine} />}
          </Fragment>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" isUnavailable={isSaving} onClick={onAcceptStored}>
          {choices.keep}
        </Button>
        <Button tone="secondary" isBusy={isSaving} onClick={onSaveMine}>
          {choices.change}
        </Button>
      </div>
    </section>
  )
}

function Version({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="text-ink-muted text-sm">{label}</dt>
      {/* Scrolls, so it must be reachable by keyboard. */}
      <dd
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus.
        tabIndex={0}
        className="mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap wrap-anywhere rounded-md border border-line bg-paper p-3"
      >
        {text || 'Empty'}
      </dd>
    </div>
  )
}
