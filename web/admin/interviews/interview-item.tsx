import { useId } from 'react'
import { Link } from 'wouter'
import type { Interview, InterviewOfApplication } from '../../../contract/interviews/interview.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { INTERVIEWS } from '../../../contract/policies/interviews-policy.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { useMay } from '../../session/use-may.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonOfNextRow, useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { formatDay } from '../../ui/text/date-formats.ts'
import { formatHours } from '../../ui/text/hours.ts'
import { describeInterviewers, describeZone, INTERVIEW_KIND_NAMES, isLink, isOver, stateOf } from './interview-texts.ts'

/** An interview of the agenda, or of the list of an application, which has cancelled ones too. */
export type ShownInterview = Interview & Partial<Pick<InterviewOfApplication, 'cancellation'>>

type InterviewItemProps = {
  interview: ShownInterview
  isBusy: boolean
  onChange: () => void
  onCancel: () => void
  /** Takes back the change that has cancelled it. */
  onUndo: (changeId: number) => void
}

/** One interview of an applicant: when, where, with whom, and whether the applicant accepts. */
export function InterviewItem(props: InterviewItemProps) {
  const { interview } = props
  const { word, tone } = stateOf(interview)
  const timeId = useId()
  const zone = describeZone(interview)
  return (
    <li aria-labelledby={timeId} className="interview-item">
      <p className="tabular-nums">
        <span id={timeId}>
          {formatDay(interview.startsAt)}, <span className="whitespace-nowrap">{formatHours(interview)}</span>
        </span>
        {zone && <span className="block text-ink-muted">{zone}</span>}
      </p>
      <div>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <div className="col-span-full">
        <PlaceAndPeople interview={interview} />
      </div>
      <InterviewActions {...props} titleId={timeId} />
    </li>
  )
}

/** One interview of the agenda, about one of many applicants. What is over is quiet. */
export function AgendaItem(props: InterviewItemProps) {
  const { interview } = props
  const { word, tone } = stateOf(interview)
  const id = useId()
  const [timeId, nameId] = [`${id}-time`, `${id}-name`]
  const isPast = isOver(interview)
  const zone = describeZone(interview)
  const row = useKeepFocus<HTMLLIElement>(buttonOfNextRow)
  return (
    <li ref={row} aria-labelledby={`${timeId} ${nameId}`} data-past={isPast || undefined} className="agenda-item">
      <p className="tabular-nums">
        <span id={timeId}>{formatHours(interview)}</span>
        {zone && <span className="block text-ink-muted">{zone}</span>}
      </p>
      <Link
        id={nameId}
        href={pathTo(ADMIN_PAGE.review, interview.applicationId)}
        className="inline-flex min-h-6 items-center font-semibold max-md:min-h-11 pointer-coarse:min-h-11"
      >
        <bdi>{interview.applicantName}</bdi>
      </Link>
      {interview.jobTitle && (
        <p>
          <bdi>{interview.jobTitle}</bdi>
        </p>
      )}
      <PlaceAndPeople interview={interview} />
      <Badge tone={isPast ? 'grey' : tone}>{word}</Badge>
      {!isPast && <InterviewActions {...props} titleId={nameId} />}
    </li>
  )
}

function PlaceAndPeople({ interview }: { interview: Interview }) {
  const interviewers = describeInterviewers(interview)
  return (
    <>
      <p className="text-ink-muted">
        {INTERVIEW_KIND_NAMES[interview.kind]}
        {interview.place && (
          <>
            : <Place place={interview.place} />
          </>
        )}
      </p>
      {interviewers && <p className="text-ink-muted">With {interviewers}</p>}
      {interview.responseReason && (
        <p className="whitespace-pre-wrap border-line border-l-2 pl-3">{interview.responseReason}</p>
      )}
    </>
  )
}

/** A link may be long: its host says where it leads. */
function Place({ place }: { place: string }) {
  if (!isLink(place)) return place
  return (
    <a href={place} target="_blank" rel="noreferrer" title={place} className="text-accent underline">
      {new URL(place).host}
    </a>
  )
}

type ActionsProps = InterviewItemProps & { titleId: string }

function InterviewActions({ interview, isBusy, onChange, onCancel, onUndo, titleId }: ActionsProps) {
  const { state, cancellation, invites, jobId } = interview
  const may = useMay()
  const action = (label: string, onClick: () => void) => (
    <Button tone="quiet" isUnavailable={isBusy} aria-describedby={titleId} onClick={onClick}>
      {label}
    </Button>
  )
  const undoable =
    cancellation && may(APPLICATIONS.decide, jobId) && Date.parse(cancellation.undoableUntil) > Date.now()
      ? cancellation
      : undefined
  if (!may(invites ? INTERVIEWS.invite : INTERVIEWS.plan, jobId)) return null
  if (state === 'cancelled' ? !undoable : isOver(interview)) return null
  return (
    <div className="interview-actions">
      {undoable ? (
        action('Undo cancellation', () => onUndo(undoable.changeId))
      ) : (
        <>
          {action('Change', onChange)}
          {action('Cancel interview', onCancel)}
        </>
      )}
    </div>
  )
}
