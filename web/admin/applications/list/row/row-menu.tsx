import { Archive, ArchiveRestore, Download, Ellipsis, Info, MailCheck, MailX, ShieldCheck, Trash2 } from 'lucide-react'
import type { Application } from '../../../../../contract/applications/application.ts'
import { APPLICATION_STATUS } from '../../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../../contract/policies/applications-policy.ts'
import { useMay } from '../../../../session/use-may.ts'
import { Menu } from '../../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../../ui/menu/menu-item.ts'
import { isOpenToDecisions, KEPT_BY_HOLD } from '../../application-texts.ts'
import type { RowChange } from '../../changes/row-changes.ts'
import { canMark } from '../../changes/use-answered.ts'
import { StatusLamp } from '../../status-badge.tsx'

/** What a row lets an admin do. */
export type RowActions = {
  onOpen: (application: Application) => void
  onDownload: (application: Application) => void
  onChange: (application: Application, change: RowChange) => void
  onAnswered: (application: Application, answered: boolean) => void
  /** Opens a confirmation first. */
  onDelete: (application: Application) => void
}

/** The actions of one row: the details, the resume, the moves that apply, archive and delete. */
export function RowMenu({ application, actions }: { application: Application; actions: RowActions }) {
  const may = useMay()
  const { jobId, quarantined } = application
  const isOpen = isOpenToDecisions(application)
  const decides = may(APPLICATIONS.decide, jobId)
  const deletes = may(APPLICATIONS.delete, jobId) && !application.isErasing
  const moves = STATUSES_BY_KEY.filter((status) => status !== application.status).map(
    (status): MenuItem => ({
      label: APPLICATION_STATUS[status].move,
      icon: <StatusLamp status={status} className="m-1" />,
      onSelect: () => actions.onChange(application, { status }),
    }),
  )
  return (
    <Menu
      label={`Actions for ${application.name}`}
      hint={hintOf({ decides, deletes, quarantined })}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-ink-muted hover:bg-accent-wash hover:text-accent md:size-9"
      groups={[
        [
          { label: 'Details', icon: <Info {...ICON} />, onSelect: () => actions.onOpen(application) },
          { label: 'Download Resume', icon: <Download {...ICON} />, onSelect: () => actions.onDownload(application) },
        ],
        isOpen && decides ? moves : [],
        [
          ...(decides && canMark(application) ? [marking(application, actions)] : []),
          ...(decides && isOpen ? [archiving(application, actions)] : []),
          ...(quarantined && may(APPLICATIONS.release, jobId) ? [releasing(application, actions)] : []),
          ...(deletes ? [deleting(application, actions)] : []),
        ],
      ].filter((group) => group.length > 0)}
    >
      <Ellipsis aria-hidden="true" className="size-5" />
    </Menu>
  )
}

const ICON = { 'aria-hidden': true, className: 'size-4' } as const

function hintOf({ decides, deletes, quarantined }: Record<'decides' | 'deletes' | 'quarantined', boolean>): string {
  if (!decides) return 'Details, resume'
  if (quarantined) return 'Not spam, delete'
  return deletes ? 'Move, archive, delete' : 'Move, archive'
}

function releasing(application: Application, { onChange }: RowActions): MenuItem {
  return {
    label: 'Not Spam',
    icon: <ShieldCheck {...ICON} />,
    onSelect: () => onChange(application, { quarantined: false }),
  }
}

function deleting(application: Application, { onDelete }: RowActions): MenuItem {
  return {
    label: 'Delete Application',
    icon: <Trash2 {...ICON} />,
    tone: 'danger',
    unavailable: application.heldUntil === null ? undefined : KEPT_BY_HOLD,
    onSelect: () => onDelete(application),
  }
}

function marking(application: Application, { onAnswered }: RowActions): MenuItem {
  const answered = !application.answered
  const Icon = answered ? MailCheck : MailX
  return {
    label: answered ? 'Mark as Answered' : 'Mark as Not Answered',
    icon: <Icon {...ICON} />,
    onSelect: () => onAnswered(application, answered),
  }
}

function archiving(application: Application, { onChange }: RowActions): MenuItem {
  const archived = !application.archived
  const Icon = archived ? Archive : ArchiveRestore
  return {
    label: archived ? 'Archive Application' : 'Unarchive Application',
    icon: <Icon {...ICON} />,
    onSelect: () => onChange(application, { archived }),
  }
}
