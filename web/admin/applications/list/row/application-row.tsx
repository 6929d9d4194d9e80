import { Download } from 'lucide-react'
import { memo, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import type { Snippet } from '../../../../../contract/applications/application-list.ts'
import { LoadFailureBoundary } from '../../../../layout/load-failure-boundary.tsx'
import { Button } from '../../../../ui/button.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { formatDay } from '../../../../ui/text/date-formats.ts'
import { Tooltip } from '../../../../ui/tooltip.tsx'
import { MarkSign, marksOf } from '../../../questions/answer-mark.tsx'
import type { ListRow } from '../../application-list-api.ts'
import { isRecovery, type JobTitle, previewNote } from '../../application-texts.ts'
import { AssigneeMark } from '../../assigning/assignee-mark.tsx'
import { MarkedText } from '../../marked-text.tsx'
import { Position } from '../../position.tsx'
import { openedFrom } from '../../review/use-review-address.ts'
import type { SelectionActions } from '../../selecting/use-selection.ts'
import { type RowActions, RowMenu } from './row-menu.tsx'
import { StatusCell } from './status-cell.tsx'

/** Loads once a row has a tag. */
const Tags = lazyPart(async () => (await import('../../../tags/row-tags.tsx')).RowTags)

type ApplicationRowProps = {
  application: ListRow
  /** Undefined while the postings are loading. */
  position: JobTitle | undefined
  /** Of its review. */
  address: string
  actions: RowActions
  /** Undefined where the row cannot be selected. */
  selecting: SelectionActions | undefined
  /** Whether the table has a column of tick boxes. */
  hasTicks: boolean
  isSelected: boolean
  /** Whether the row has left the list and is only still in motion. */
  isLeaving: boolean
  isDownloading: boolean
  /** Whether Tab reaches this row; arrow keys move to the others. */
  isReachable: boolean
}

/** Columns of the table, the tick box included. */
const COLUMNS = 10

/** One application, of which every text has at most two lines; memoized, so that a key or a tick box draws one row again. */
export const ApplicationRow = memo(function ApplicationRow(props: ApplicationRowProps) {
  const { application, position, address, actions, selecting, hasTicks, isSelected, isLeaving } = props
  const { isDownloading, isReachable } = props
  const { id, name, email, phone, note, gone, snippet } = application
  return (
    <>
      <tr
        data-id={id}
        data-gone={gone}
        data-recovery={isRecovery(application) || undefined}
        data-selected={isSelected || undefined}
        data-leaving={isLeaving || undefined}
        data-snippet={Boolean(snippet)}
        aria-hidden={isLeaving || undefined}
        inert={isLeaving}
        tabIndex={isReachable ? 0 : -1}
        className="-outline-offset-2"
      >
        {hasTicks && <TickCell {...{ application, selecting, isSelected }} />}
        <NameCell application={application} address={address} />
        <td data-label="Email">
          <OneLine text={email}>
            <BreakableEmail email={email} />
          </OneLine>
        </td>
        <td data-label="Phone" className={phone ? '' : 'text-ink-muted'}>
          <OneLine text={phone || 'Not provided'} />
        </td>
        <td data-label="Job Position">
          {position === undefined ? <Skeleton className="h-4 w-28" /> : <Position position={position} />}
        </td>
        <td data-label="Note" className={note ? '' : 'text-ink-muted'}>
          <Note note={note} onOpen={() => actions.onOpen(application)} />
        </td>
        <StatusCell application={application} />
        <td data-label="Date Applied" className="day">
          {formatDay(application.createdAt)}
        </td>
        <td data-label="Resume">
          <ResumeButton application={application} isDownloading={isDownloading} actions={actions} />
        </td>
        <td data-label="Actions">
          <span className="flex items-center justify-end md:-ml-2.25 md:justify-start">
            <Button
              tone="quiet"
              className="whitespace-nowrap max-md:hidden"
              onClick={() => actions.onOpen(application)}
            >
              Details
              <span className="sr-only"> of {name}</span>
            </Button>
            <RowMenu application={application} actions={actions} />
          </span>
        </td>
      </tr>
      {snippet && <SnippetRow snippet={snippet} hasTicks={hasTicks} />}
    </>
  )
})

function NameCell({ application, address }: Pick<ApplicationRowProps, 'application' | 'address'>) {
  return (
    <th scope="row" data-label="Name">
      <span className="named">
        <Link href={address} state={openedFrom(dashboardAddress())} className="row-link">
          <OneLine text={application.name} />
        </Link>
        <span className="row-marks">
          {isRecovery(application) && <span className="recovery-badge">Recovery</span>}
          <AssigneeMark assignee={application.assignee} />
          {marksOf(application).map((mark) => (
            <MarkSign key={mark} mark={mark} />
          ))}
          {application.tagIds.length > 0 && (
            <LoadFailureBoundary>
              <Suspense>
                <Tags.View tagIds={application.tagIds} />
              </Suspense>
            </LoadFailureBoundary>
          )}
        </span>
      </span>
    </th>
  )
}

type ResumeButtonProps = Pick<ApplicationRowProps, 'application' | 'isDownloading' | 'actions'>

function ResumeButton({ application, isDownloading, actions }: ResumeButtonProps) {
  const { name, resume } = application
  return (
    <Tooltip words={resume ? `Download ${resume.fileName}` : 'No resume was sent'}>
      <Button
        tone="quiet"
        className="w-11 dense:w-9"
        aria-label={resume ? `Download resume of ${name}` : `No resume from ${name}`}
        isUnavailable={!resume}
        isBusy={isDownloading}
        onClick={() => actions.onDownload(application)}
      >
        {!isDownloading && <Download aria-hidden="true" className="size-4" />}
      </Button>
    </Tooltip>
  )
}

function TickCell({
  application: { id, name },
  selecting,
  isSelected,
}: Pick<ApplicationRowProps, 'application' | 'selecting' | 'isSelected'>) {
  return (
    <td data-tick>
      {selecting && (
        <TickBox name={name} isSelected={isSelected} onToggle={(isRange) => selecting.toggle(id, isRange)} />
      )}
    </td>
  )
}

type TickBoxProps = { name: string; isSelected: boolean; onToggle: (isRange: boolean) => void }

function TickBox({ name, isSelected, onToggle }: TickBoxProps) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isSelected}
        // The click event knows about Shift; the change event does not.
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  )
}

/** A text in one line. Where it is cut, the browser shows all of it: a tooltip for every cell costs too much time. */
function OneLine({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <span className="one-line" dir="auto" title={text}>
      {children}
    </span>
  )
}

/** An email address in up to two lines, of which the second one is the domain. */
function BreakableEmail({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

/** The page that the link to a review is on, with its list. */
export function dashboardAddress(): string {
  return window.location.pathname + window.location.search
}

/** The start of a note. A longer note is shown in full by a tooltip, and a click opens the details. */
function Note({ note, onOpen }: { note: string | null; onOpen: () => void }) {
  const preview = previewNote(note)
  if (!note || preview === note) return <OneLine text={preview} />
  return (
    <Tooltip words={note}>
      <button
        type="button"
        dir="auto"
        onClick={onOpen}
        className="one-line max-w-full cursor-pointer text-left hover:text-accent"
      >
        {preview}
      </button>
    </Tooltip>
  )
}

/** What a search has found in the text of a resume, in one line under its row. */
function SnippetRow({ snippet, hasTicks }: { snippet: Snippet; hasTicks: boolean }) {
  return (
    <tr className="snippet">
      <td colSpan={hasTicks ? COLUMNS : COLUMNS - 1}>
        <span className="one-line">
          <span className="sr-only">Found in the resume: </span>
          <MarkedText text={snippet} />
        </span>
      </td>
    </tr>
  )
}
