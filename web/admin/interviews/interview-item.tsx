import { useId } from 'react'
import { Link } from 'wouter'
import type { Interview } from '../../../contract/interviews/interview.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import {
  describeHours,
  describeInterviewers,
  describeZone,
  INTERVIEW_KIND_NAMES,
  isLink,
  isOver,
  stateOf,
} from './interview-texts.ts'

type InterviewItemProps = {
  interview: Interview
  /** Whether the list is about one day of many applicants, or about one applicant. */
  isAgenda: boolean
  isBusy: boolean
  onChange: () => void
  onCancel: () => void
  onRestore: () => void
}

/** One interview: when, with whom, where, and whether the applicant accepts. */
export function InterviewItem(props: InterviewItemProps) {
  const { interview, isAgenda } = props
  const { word, tone } = stateOf(interview)
  const id = useId()
  const [timeId, nameId] = [`${id}-time`, `${id}-name`]
  const zone = describeZone(interview)
  const interviewers = describeInterviewers(interview)
  return (
    <li
      aria-labelledby={isAgenda ? `${timeId} ${nameId}` : timeId}
      className="interview-item"
      data-agenda={isAgenda || undefined}
    >
      <p className="interview-time">
        <span id={timeId}>
          {!isAgenda && `${formatDay(interview.startsAt)}, `}
          {describeHours(interview)}
        </span>
        {zone && <span className="block text-ink-muted">{zone}</span>}
      </p>
      <div className="interview-state">
        <Badge tone={tone}>{word}</Badge>
      </div>
      <div className="interview-facts">
        {isAgenda && (
          <Link
            id={nameId}
            href={pathTo(PAGE.review, interview.applicationId)}
            className="inline-flex min-h-6 items-center font-semibold max-md:min-h-11 pointer-coarse:min-h-11"
          >
            {interview.applicantName}
          </Link>
        )}
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
      </div>
      <div className="interview-actions">
        <InterviewActions {...props} titleId={isAgenda ? nameId : timeId} />
      </div>
    </li>
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

function InterviewActions({ interview, isBusy, onChange, onCancel, onRestore, titleId }: ActionsProps) {
  const { state, restorableUntil } = interview
  if (state === 'cancelled') {
    if (restorableUntil === null || Date.parse(restorableUntil) <= Date.now()) return null
    return (
      <Button tone="quiet" isUnavailable={isBusy} aria-describedby={titleId} onClick={onRestore}>
        Undo cancellation
      </Button>
    )
  }
  return (
    <>
      {!isOver(interview) && (
        <Button tone="quiet" isUnavailable={isBusy} aria-describedby={titleId} onClick={onChange}>
          Change
        </Button>
      )}
      <Button tone="quiet" isUnavailable={isBusy} aria-describedby={titleId} onClick={onCancel}>
        Cancel interview
      </Button>
    </>
  )
}
