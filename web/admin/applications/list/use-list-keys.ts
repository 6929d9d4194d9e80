import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { MESSAGES } from '../../../../contract/policies/messages-policy.ts'
import { useMay } from '../../../session/use-may.ts'
import type { KeyActions } from '../../../ui/keys/key-store.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import type { Undo } from '../changes/undo.ts'
import type { BulkActions } from '../selecting/use-bulk-actions.ts'
import type { SelectionActions } from '../selecting/use-selection.ts'
import type { RowActions } from './row/row-menu.tsx'
import { focusedRow, focusNeighbor } from './row/use-row-keys.ts'

/** What the keys of the list act on. */
type ListKeys = {
  applications: Application[]
  rows: RowActions
  bulk: BulkActions
  selecting: SelectionActions
  undo: Undo
}

/** The keys of the list: they act on the selected applications, otherwise on the row that has the focus. */
export function useListKeys({ applications, rows, bulk, selecting, undo }: ListKeys): void {
  const may = useMay()
  const focused = () => applications.find(({ id }) => id === focusedRow())
  const change = (next: (application: Application) => ApplicationChange) => {
    const row = focused()
    const first = bulk.applications[0]
    if (first) {
      if (bulk.allows(APPLICATIONS.decide)) bulk.change(next(first))
    } else if (row && may(APPLICATIONS.decide, row.jobId)) changeRow(rows, row, next(row))
  }
  const select = (isRange: boolean) => {
    const row = focused()
    if (row) selecting.toggle(row.id, isRange)
  }
  const write = () => {
    const row = focused()
    if (bulk.count > 0) {
      if (bulk.allows(MESSAGES.write)) bulk.write()
    } else if (row && !row.quarantined && may(MESSAGES.write, row.jobId)) bulk.write([row])
  }
  const moves = STATUSES_BY_KEY.map((status) => [
    APPLICATION_STATUS[status].key,
    { label: APPLICATION_STATUS[status].move, run: () => change(() => ({ status })) },
  ])
  const keys: KeyActions = {
    j: { label: 'Next row', run: () => focusNeighbor(1), repeats: true },
    k: { label: 'Previous row', run: () => focusNeighbor(-1), repeats: true },
    ...(may(APPLICATIONS.decide) && {
      ...Object.fromEntries(moves),
      e: { label: 'Archive or unarchive', run: () => change(({ archived }) => ({ archived: !archived })) },
      m: { label: 'Write a message', run: write },
      x: { label: 'Select the row', run: () => select(false) },
      'Shift+x': { label: 'Select all rows up to this one', run: () => select(true) },
      z: { label: 'Undo the last change', run: undo.undoLast },
      'Shift+↑↓': { label: 'Select the row and its neighbor', run: undefined },
    }),
    // The rows handle these.
    '↑ ↓': { label: 'Previous or next row', run: undefined },
    'Home End': { label: 'First or last row', run: undefined },
    Enter: { label: 'Review the application', run: undefined },
    Escape: bulk.count > 0 ? { label: 'Clear the selection', run: bulk.clear } : undefined,
  }
  useKeys(keys)
}

function changeRow({ onChange }: RowActions, application: Application, change: ApplicationChange): void {
  if (application.quarantined) return
  if ('archived' in change || change.status !== application.status) onChange(application, change)
}
