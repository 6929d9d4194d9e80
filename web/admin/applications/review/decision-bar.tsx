import { Archive, ArchiveRestore, Download, Ellipsis, FileArchive, Scale, Trash2, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { APPLICATION_STATUS, type ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY, shortMoveOf, wordsOfMove } from '../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { PERSONAL_DATA } from '../../../../contract/policies/personal-data-policy.ts'
import { useMay } from '../../../session/use-may.ts'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import { formatCalendarDay } from '../../../ui/text/date-formats.ts'
import { KEPT_BY_HOLD } from '../application-texts.ts'
import { StatusLamp } from '../status-badge.tsx'
import { mainMovesOf } from './main-moves.ts'

type DecisionBarProps = {
  application: Application
  onDecide: (change: ApplicationChange) => void
  onDownload: () => void
  /** Of everything about the person. */
  onExport: () => void
  /** Opens a confirmation first. */
  onDelete: () => void
  /** The same, for everything about the person. */
  onErase: () => void
  /** Opens the legal hold of the person. */
  onHold: () => void
  /** Out of the quarantine, or back from those who are set aside. */
  onRelease: () => void
  isReleasing: boolean
  /** What else is under way, which the menu shows. */
  isBusy: boolean
}

/** The likely decisions in one row, of which the next step alone is filled, and everything else in a menu. */
export function DecisionBar(props: DecisionBarProps) {
  const { application, onDecide } = props
  const { archived, quarantined, isErasing, status } = application
  const { moves, next } = mainMovesOf(status)
  const may = useMay()
  const deletes = may(APPLICATIONS.delete, application.jobId)
  const erases = may(PERSONAL_DATA.erase)
  const exports = may(PERSONAL_DATA.export)
  const holds = may(PERSONAL_DATA.retain)
  // The resume has its own button.
  if (quarantined || isErasing) return <ClosedBar {...props} />
  if (!may(APPLICATIONS.decide, application.jobId)) return null
  return (
    <fieldset className="decision-bar">
      <legend className="sr-only">Decision</legend>
      {archived ? (
        <Decision keyName="E" onDecide={() => onDecide({ archived: false })}>
          Unarchive<span className="sr-only"> Application</span>
        </Decision>
      ) : (
        moves.map((move) => (
          <Decision
            key={move}
            keyName={String(APPLICATION_STATUS[move].key)}
            isNext={move === next}
            onDecide={() => onDecide({ status: move })}
          >
            <Words status={move} />
          </Decision>
        ))
      )}
      <Menu
        label={`More actions for ${application.name}`}
        hint={deletes ? 'Move, archive, download, delete' : 'Move, archive, download'}
        className="decision decision-more"
        isBusy={props.isBusy}
        groups={menuOf(props, archived ? [] : moves, { deletes, erases, exports, holds })}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </Menu>
    </fieldset>
  )
}

/** Of an application that nobody decides about yet, or any more: the way back, and what owners do about its person. */
function ClosedBar({ application, onErase, onExport, onHold, onRelease, isReleasing, isBusy }: DecisionBarProps) {
  const may = useMay()
  const bar = useKeepFocus<HTMLDivElement>()
  const { quarantined, eraseOn, isErasing, jobId } = application
  const releases =
    quarantined && !isErasing && (eraseOn === null ? may(APPLICATIONS.release, jobId) : may(PERSONAL_DATA.retain))
  const owns = may(PERSONAL_DATA.erase)
  if (!releases && !owns) return null
  return (
    <div ref={bar} className="decision-bar justify-end">
      {releases && (
        <button
          type="button"
          className="decision"
          data-next
          aria-disabled={isReleasing || undefined}
          onClick={() => !isReleasing && onRelease()}
        >
          <span>{eraseOn === null ? 'Not Spam' : 'Bring back'}</span>
        </button>
      )}
      {owns && (
        <Menu
          label={`More actions for ${application.name}`}
          hint={isErasing ? 'Download, hold' : 'Download, hold or erase what is kept'}
          className="decision decision-more"
          isBusy={isBusy}
          groups={[
            [exportOf(onExport), holdOf(application, onHold)],
            isErasing ? [] : [erasureOf(application, onErase)],
          ]}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </Menu>
      )}
    </div>
  )
}

type DecisionProps = { keyName: string; isNext?: boolean; onDecide: () => void; children: ReactNode }

function Decision({ keyName, isNext = false, onDecide, children }: DecisionProps) {
  return (
    <button
      type="button"
      className="decision"
      data-next={isNext || undefined}
      aria-keyshortcuts={keyName}
      onClick={onDecide}
    >
      <span>{children}</span>
    </button>
  )
}

/** A refusal is a verb; of the other moves only the status is seen: `Mark as` stays for assistive technology. */
function Words({ status }: { status: ApplicationStatus }) {
  const { start, name } = wordsOfMove(status)
  const word = shortMoveOf(status)
  return (
    <>
      {word === name && <span className="sr-only">{start}</span>}
      {word}
    </>
  )
}

const ICON = { 'aria-hidden': true, className: 'size-4' } as const

function exportOf(onExport: () => void): MenuItem {
  return { label: 'Download everything about this person', icon: <FileArchive {...ICON} />, onSelect: onExport }
}

function holdOf({ heldUntil }: Application, onHold: () => void): MenuItem {
  const label = heldUntil === null ? 'Legal hold...' : `Legal hold until ${formatCalendarDay(heldUntil)}...`
  return { label, icon: <Scale {...ICON} />, onSelect: onHold }
}

function erasureOf({ heldUntil }: Application, onErase: () => void): MenuItem {
  return {
    label: 'Erase this person...',
    icon: <UserX {...ICON} />,
    tone: 'danger',
    unavailable: heldUntil === null ? undefined : KEPT_BY_HOLD,
    onSelect: onErase,
  }
}

/** @param moves that stand in the row */
function menuOf(
  { application, onDecide, onDownload, onDelete, onErase, onExport, onHold }: DecisionBarProps,
  moves: readonly ApplicationStatus[],
  { deletes, erases, exports, holds }: Record<'deletes' | 'erases' | 'exports' | 'holds', boolean>,
): MenuItem[][] {
  const { archived, resume } = application
  const Icon = archived ? ArchiveRestore : Archive
  const deletion: MenuItem = {
    label: 'Delete Application',
    icon: <Trash2 {...ICON} />,
    tone: 'danger',
    unavailable: application.heldUntil === null ? undefined : KEPT_BY_HOLD,
    onSelect: onDelete,
  }
  const final = [...(deletes ? [deletion] : []), ...(erases ? [erasureOf(application, onErase)] : [])]
  return [
    STATUSES_BY_KEY.filter((status) => status !== application.status && !moves.includes(status)).map((status) => ({
      label: APPLICATION_STATUS[status].move,
      keyName: String(APPLICATION_STATUS[status].key),
      icon: <StatusLamp status={status} className="m-1" />,
      onSelect: () => onDecide({ status }),
    })),
    [
      ...(resume && resume.scan !== 'infected'
        ? [{ label: 'Download Resume', keyName: 'D', icon: <Download {...ICON} />, onSelect: onDownload }]
        : []),
      {
        label: archived ? 'Unarchive Application' : 'Archive Application',
        keyName: 'E',
        icon: <Icon {...ICON} />,
        onSelect: () => onDecide({ archived: !archived }),
      },
    ],
    [...(exports ? [exportOf(onExport)] : []), ...(holds ? [holdOf(application, onHold)] : [])],
    ...(final.length > 0 ? [final] : []),
  ]
}
