import { Archive, ArchiveRestore, Download, Ellipsis, FileArchive, Scale, Trash2, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { APPLICATION_STATUS, type ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY, shortMoveOf, wordsOfMove } from '../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { PERSONAL_DATA } from '../../../../contract/policies/personal-data-policy.ts'
import { useMay } from '../../../session/use-may.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
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
}

/** The likely decisions in one row, of which the next step alone is filled, and everything else in a menu. */
export function DecisionBar(props: DecisionBarProps) {
  const { application, onDecide } = props
  const { archived, quarantined, status } = application
  const { moves, next } = mainMovesOf(status)
  const may = useMay()
  const deletes = may(APPLICATIONS.delete, application.jobId)
  const erases = may(PERSONAL_DATA.erase)
  const exports = may(PERSONAL_DATA.export)
  const holds = may(PERSONAL_DATA.retain)
  // The resume has its own button.
  if (quarantined && erases) return <QuarantineBar {...props} />
  if (quarantined || !may(APPLICATIONS.decide, application.jobId)) return null
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
        groups={menuOf(props, archived ? [] : moves, { deletes, erases, exports, holds })}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </Menu>
    </fieldset>
  )
}

/** Of an application that nobody decides about yet, or any more: what owners do about its person. */
function QuarantineBar({ application, onErase, onExport, onHold }: DecisionBarProps) {
  return (
    <div className="decision-bar">
      <Menu
        label={`More actions for ${application.name}`}
        hint="Download, hold or erase what is kept"
        className="decision decision-more"
        groups={[[exportOf(onExport), holdOf(onHold)], [erasureOf(onErase)]]}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </Menu>
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

function holdOf(onHold: () => void): MenuItem {
  return { label: 'Legal hold...', icon: <Scale {...ICON} />, onSelect: onHold }
}

function erasureOf(onErase: () => void): MenuItem {
  return { label: 'Erase this person...', icon: <UserX {...ICON} />, tone: 'danger', onSelect: onErase }
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
    onSelect: onDelete,
  }
  const final = [...(deletes ? [deletion] : []), ...(erases ? [erasureOf(onErase)] : [])]
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
      ...(exports ? [exportOf(onExport)] : []),
      {
        label: archived ? 'Unarchive Application' : 'Archive Application',
        keyName: 'E',
        icon: <Icon {...ICON} />,
        onSelect: () => onDecide({ archived: !archived }),
      },
      ...(holds ? [holdOf(onHold)] : []),
    ],
    ...(final.length > 0 ? [final] : []),
  ]
}
