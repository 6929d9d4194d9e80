import { useState } from 'react'
import type { Import } from '../../../contract/imports/imports.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { useImportAction } from './import-api.ts'
import { Problems } from './import-draft.tsx'
import { counted, resultFigures, settledRows } from './import-texts.ts'

const QUESTIONS = {
  undo: {
    title: 'Undo this import?',
    action: 'Undo',
    question:
      'Every application that it made is deleted for good, with its files. Those on which someone has worked since stay.',
  },
  finish: {
    title: 'Finish this import?',
    action: 'Finish',
    question: 'The rows of the table are deleted here, and the import can no longer be undone. Its applications stay.',
  },
} as const

/** An import that has begun: how far it is, what has become of its rows, and the way back. */
export function ImportResult({ shown }: { shown: Import }) {
  const [asking, setAsking] = useState<keyof typeof QUESTIONS>()
  const action = useImportAction(shown.id)
  const { state, counts } = shown
  const settled = settledRows(counts)
  const percent = Math.floor((100 * settled) / Math.max(1, counts.rows))
  const mayUndo = state === 'running' || state === 'done'
  return (
    <section
      aria-label="What has become of it"
      className="grid grid-cols-1 gap-5 rounded-md border border-line bg-panel p-4 md:p-5"
    >
      {state === 'running' && (
        <div role="status" className="grid gap-2">
          <p className="font-semibold">
            {formatCount(settled)} of {counted(counts.rows, 'row')}
          </p>
          <progress aria-label="Rows imported" max={100} value={percent} className="upload-progress w-full" />
          <p className="measure text-ink-muted text-sm">
            It goes on when you leave this page, and after a restart of the server.
          </p>
        </div>
      )}
      {state === 'undoing' && (
        <p role="status" className="font-semibold">
          The import is being undone...
        </p>
      )}
      {shown.waitsFor && (
        <p role="alert" className="measure border-signal-amber border-l-4 pl-4">
          It waits and tries again: {shown.waitsFor}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
        {resultFigures(counts).map(([name, count]) => (
          <div key={name}>
            <dt className="text-ink-muted text-sm">{name}</dt>
            <dd className="font-mono text-lg">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {shown.keptReasons.length > 0 && (
        <div className="grid gap-1">
          <p className="font-semibold">Not removed</p>
          <ul className="measure list-disc pl-5">
            {shown.keptReasons.map(({ reason, count }) => (
              <li key={reason}>
                {counted(count, 'application')}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {state !== 'finished' && <Problems id={shown.id} />}
        {mayUndo && (
          <Button tone="danger" isBusy={action.isPending} onClick={() => setAsking('undo')}>
            Undo...
          </Button>
        )}
        {(state === 'done' || state === 'undone') && (
          <Button tone="quiet" onClick={() => setAsking('finish')}>
            Finish now...
          </Button>
        )}
        {shown.undoUntil && state === 'done' && (
          <p className="text-ink-muted text-sm">Can be undone until {formatDay(shown.undoUntil)}.</p>
        )}
        {state === 'finished' && (
          <p className="measure text-ink-muted text-sm">This import is over. Its rows are no longer kept.</p>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          {...QUESTIONS[asking]}
          onConfirm={() => action.mutate(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}
