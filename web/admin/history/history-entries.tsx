import { useQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { HISTORY_LENGTH } from '../../../contract/wire/limits.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { EmailAddress } from '../../ui/text/email-address.tsx'
import { describeActor, historyQuery } from '../api/history-api.ts'
import { describeEvent, type FoldedEntry, foldHistory } from './history-texts.ts'

/** What a history takes. */
export type HistoryProps = {
  address: string
  /** Takes back a change; without it no entry offers that. */
  onUndo?: ((changeId: number) => void) | undefined
}

/** What happened, newest first. */
export function HistoryEntries({ address, onUndo }: HistoryProps) {
  const { token } = useAuth()
  const query = useQuery(historyQuery(address, token))
  return (
    <Loaded query={query} loading={<p role="status">Loading history...</p>} failure="The history could not be loaded.">
      {(entries) => <EntryList entries={entries} onUndo={onUndo} />}
    </Loaded>
  )
}

function EntryList({ entries, onUndo }: { entries: HistoryEntry[]; onUndo: HistoryProps['onUndo'] }) {
  if (entries.length === 0) return <p className="text-ink-muted text-sm">Nothing has been recorded yet.</p>
  return (
    <>
      <ol aria-label="History, newest first" className="@container grid list-none p-0">
        {foldHistory(entries).map((entry) => (
          <Entry key={entry.newest.id} entry={entry} onUndo={onUndo} />
        ))}
      </ol>
      {entries.length === HISTORY_LENGTH && (
        <p className="mt-2 text-ink-muted text-sm">These are the newest {HISTORY_LENGTH}; older ones are stored too.</p>
      )}
    </>
  )
}

function Entry({ entry: { newest: entry, count }, onUndo }: { entry: FoldedEntry; onUndo: HistoryProps['onUndo'] }) {
  const changeId = 'changeId' in entry.event ? entry.event.changeId : undefined
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 border-line border-b py-2 text-sm last:border-b-0 @lg:grid-cols-[12rem_1fr_auto]">
      <time dateTime={entry.at} className="whitespace-nowrap text-ink-muted tabular-nums">
        {formatDayAndTime(entry.at)}
      </time>
      <span className="wrap-anywhere @max-lg:order-last @max-lg:col-span-2">
        {describeEvent(entry.event)}
        {count > 1 && ` ${count} times`}
        {onUndo && changeId !== undefined && (
          <button
            type="button"
            className="ml-3 cursor-pointer text-accent hover:underline max-md:py-3 pointer-coarse:py-3"
            onClick={() => onUndo(changeId)}
          >
            Undo
          </button>
        )}
      </span>
      <span className="text-right text-ink-muted wrap-anywhere @lg:max-w-40">
        <EmailAddress address={describeActor(entry)} />
      </span>
    </li>
  )
}
