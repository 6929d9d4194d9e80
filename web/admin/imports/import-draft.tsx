import { useState } from 'react'
import { IMPORT } from '../../../contract/imports/import-limits.ts'
import type { Import, ImportPlan } from '../../../contract/imports/imports.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { useFileDownload } from '../api/file-download.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { useImportAction, useImportOptions } from './import-api.ts'
import { counted, describePlan, OUTCOME_BADGES } from './import-texts.ts'
import { ValueMapping } from './value-mapping.tsx'

const CARD = 'grid min-w-0 grid-cols-1 content-start gap-5 rounded-md border border-line bg-panel p-4 md:p-5'

/** An import before it begins: what becomes of its columns, and what that comes to. */
export function ImportDraft({ draft, onDeleted }: { draft: Import; onDeleted: () => void }) {
  const saving = useImportOptions(draft.id)
  const action = useImportAction(draft.id, onDeleted)
  const [isAsking, setAsking] = useState(false)
  const { plan } = draft
  // What was chosen last is shown at once; what it comes to follows.
  const options = saving.isPending ? saving.variables : draft.options
  if (!options || !plan) return <Unread onDelete={() => action.mutate('delete')} />
  const made = plan.creates + (options.duplicates === 'update' ? plan.duplicates : 0)
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className={CARD}>
        <h2 className="text-lg">Columns of the table</h2>
        <ColumnMapping {...draft} options={options} onChange={saving.mutate} />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <section aria-label="What will happen" className={CARD}>
          <div className="grid gap-1" role="status">
            {describePlan({ ...draft, options }).map((sentence, index) => (
              <p key={sentence} className={`measure ${index === 0 ? 'font-semibold' : ''}`}>
                {sentence}
              </p>
            ))}
            <p className="measure text-ink-muted text-sm">
              Nobody is sent a message. The import can be undone for {IMPORT.undoDays} days.
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              tone="primary"
              isBusy={action.isPending || saving.isPending}
              isUnavailable={made === 0}
              onClick={() => action.mutate('start')}
            >
              Import {counted(made, 'row')}
            </Button>
            <Problems id={draft.id} />
            <Button tone="quiet" onClick={() => setAsking(true)}>
              Delete...
            </Button>
          </div>
          <ValueMapping options={options} onChange={saving.mutate} />
        </section>
        <PlannedRows plan={plan} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete this import?"
          question="Its table and its files are deleted here. Nothing of it was imported."
          action="Delete"
          onConfirm={() => action.mutate('delete')}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function Unread({ onDelete }: { onDelete: () => void }) {
  return (
    <div className={CARD}>
      <p className="measure">The files of this import did not arrive whole. Delete it and choose them again.</p>
      <div>
        <Button tone="danger" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </div>
  )
}

/** The button that downloads what is wrong with rows. */
export function Problems({ id }: { id: number }) {
  const download = useFileDownload(pathTo(ADMIN_API.importProblems, id), {
    ...{ fallbackName: 'Problems of the import.csv', done: 'Problems downloaded' },
  })
  return (
    <Button tone="secondary" isBusy={download.isPending} onClick={() => download.mutate()}>
      Download problems
    </Button>
  )
}

const COLUMNS = ['Line', 'Person', 'What happens', 'File', 'Problems']

function PlannedRows({ plan }: { plan: ImportPlan }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h2 className="text-lg">{plan.rows.length === 1 ? 'The first row' : `The first ${plan.rows.length} rows`}</h2>
      <table className="data-table" aria-label="Preview">
        <TableHead columns={COLUMNS} />
        <tbody>
          {plan.rows.map(({ line, name, outcome, file, problems, cells }) => (
            <tr key={line}>
              <td data-label="Line" className="font-mono">
                {line}
              </td>
              <th scope="row" data-label="Person" className="wrap-anywhere font-semibold md:min-w-36">
                {name || cells.filter(Boolean).slice(0, 2).join(', ').slice(0, 80) || 'Empty'}
              </th>
              <td data-label="What happens">
                <Badge tone={OUTCOME_BADGES[outcome].tone}>{OUTCOME_BADGES[outcome].words}</Badge>
              </td>
              <td data-label="File" className="wrap-anywhere">
                {file ?? <span className="text-ink-muted">None</span>}
              </td>
              <td data-label="Problems" className="wrap-anywhere">
                {problems.length === 0 && <span className="text-ink-muted">None</span>}
                {problems.map(({ column, value, message }) => (
                  <p key={column + message}>
                    {column && <span className="font-semibold">{column}</span>}
                    {value && <span className="text-ink-muted"> {value.slice(0, 60)}</span>}
                    {(column || value) && ': '}
                    {message}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
