import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { MESSAGES } from '../../../../contract/policies/messages-policy.ts'
import { MAX_CHANGED_TOGETHER } from '../../../../contract/wire/limits.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { BulkTag } from '../../tags/bulk-tag.tsx'
import { BulkAssign } from '../assigning/bulk-assign.tsx'
import type { ListView } from '../list-view.ts'
import type { BulkActions } from './use-bulk-actions.ts'

type BulkBarProps = {
  actions: BulkActions
  /** How many applications the list has. */
  total: number
  /** Whether there may be more than the total. */
  hasMore: boolean
  /** The tab of the list; nothing can be moved to where it is. */
  tab: ListView['tab']
}

/** What can be done with the selected applications; at the lower edge, while some are selected. */
export function BulkBar({ actions, total, hasMore, tab }: BulkBarProps) {
  const { count, change, isBusy, allows } = actions
  const decides = allows(APPLICATIONS.decide)
  const [isOpen, setOpen] = useState(false)
  const isTooMany = count > MAX_CHANGED_TOGETHER
  const action = { isTooMany, isBusy }
  const isArchive = tab === 'archived'
  const statuses = STATUSES_BY_KEY.filter((status) => status !== tab)
  const bar = useKeepFocus<HTMLElement>()
  return (
    <section
      ref={bar}
      aria-label="Selected applications"
      className="bulk-bar"
      data-action-bar
      data-open={isOpen || undefined}
    >
      <span role="status">
        <span className="font-mono">{formatCount(count)}</span> selected
      </span>
      <div className="bulk-more mr-auto">
        {count < total && actions.selectAll && <SelectAll {...{ actions, total, hasMore }} />}
        <Button tone="quiet" onClick={actions.clear}>
          Clear
        </Button>
      </div>
      {isTooMany && <p className="text-signal-red">{TOO_MANY}</p>}
      {!decides && <p className="text-ink-muted">You may not decide about all of them.</p>}
      {decides && (
        <>
          <select
            aria-label="Move to"
            className="bulk-move"
            disabled={isTooMany || isBusy}
            value=""
            onChange={(event) => change({ status: event.currentTarget.value as ApplicationStatus })}
          >
            <option value="" disabled hidden>
              Move to...
            </option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {APPLICATION_STATUS[status].name}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="bulk-toggle"
            aria-label="More actions"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
          <div className="bulk-moves">
            <span className="text-ink-muted">Move to</span>
            {statuses.map((status) => (
              <Action
                key={status}
                {...action}
                label={APPLICATION_STATUS[status].move}
                onClick={() => change({ status })}
              >
                {APPLICATION_STATUS[status].name}
              </Action>
            ))}
            <span className="bulk-line" />
          </div>
        </>
      )}
      <MoreActions actions={actions} isArchive={isArchive} isTooMany={isTooMany} />
    </section>
  )
}

const TOO_MANY = `Only ${MAX_CHANGED_TOGETHER} can be changed at once. Select fewer.`

function SelectAll({ actions, total, hasMore }: Pick<BulkBarProps, 'actions' | 'total' | 'hasMore'>) {
  const isCut = hasMore || total > MAX_CHANGED_TOGETHER
  if (isCut && actions.count >= MAX_CHANGED_TOGETHER) {
    return <span className="text-ink-muted">the most that can be changed at once</span>
  }
  return (
    <Button tone="quiet" isBusy={actions.isSelecting} onClick={actions.selectAll}>
      {isCut ? `Select the first ${MAX_CHANGED_TOGETHER}` : `Select all ${formatCount(total)}`}
    </Button>
  )
}

type MoreActionsProps = Pick<BulkBarProps, 'actions'> & { isArchive: boolean; isTooMany: boolean }

/** What else can be done with them, as far as the person may. */
function MoreActions({ actions, isArchive, isTooMany }: MoreActionsProps) {
  const { allows, change, isBusy } = actions
  const action = { isTooMany, isBusy }
  const decides = allows(APPLICATIONS.decide)
  return (
    <div className="bulk-more">
      {allows(APPLICATIONS.tag) && (
        <BulkTag applications={actions.applications} isUnavailable={isTooMany || isBusy} onTagged={actions.clear} />
      )}
      {decides && (
        <BulkAssign
          applications={actions.applications}
          isUnavailable={isTooMany || isBusy}
          onAssigned={actions.clear}
        />
      )}
      {decides && (
        <Action {...action} onClick={() => change({ archived: !isArchive })}>
          {isArchive ? 'Unarchive' : 'Archive'}
        </Action>
      )}
      {allows(MESSAGES.write) && (
        <Action {...action} onClick={() => actions.write()}>
          Message
        </Action>
      )}
      {allows(APPLICATIONS.export) && (
        <Action {...action} isBusy={actions.isDownloading} onClick={actions.download}>
          Download resumes
        </Action>
      )}
      {allows(APPLICATIONS.delete) && (
        <Action {...action} tone="danger" onClick={actions.confirmDelete}>
          Delete
        </Action>
      )}
    </div>
  )
}

type ActionProps = Pick<ButtonProps, 'tone' | 'onClick' | 'children'> & {
  label?: string
  isTooMany: boolean
  isBusy: boolean
}

function Action({ label, isTooMany, isBusy, tone = 'secondary', ...button }: ActionProps) {
  return <Button {...button} tone={tone} aria-label={label} isUnavailable={isTooMany || isBusy} />
}
