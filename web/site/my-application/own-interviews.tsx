import { type FormEvent, useState } from 'react'
import type { OwnInterview } from '../../../contract/interviews/interview.ts'
import { INTERVIEW_FORMS, type InterviewKind } from '../../../contract/interviews/interview-terms.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { formatHours } from '../../ui/text/hours.ts'
import { LinkedFileButton } from './linked-file-button.tsx'
import { useLinkChange } from './use-link-change.ts'

const RESPONSES: Record<OwnInterview['response'], string> = {
  none: 'You have not answered yet.',
  accepted: 'You have accepted.',
  declined: 'You have declined.',
}

/** The applicant's interviews, each with the applicant's response and a file for the calendar. */
export function OwnInterviews({ interviews, token }: { interviews: OwnInterview[]; token: string }) {
  if (interviews.length === 0) return null
  const next = interviews.find((interview) => isOpen(interview) && interview.response === 'none')
  return (
    <section aria-labelledby="interviews-title">
      <h2 id="interviews-title" className="text-lg">
        Interviews
      </h2>
      <ul className="mt-3 grid list-none gap-4 p-0">
        {interviews.map((interview) => (
          <OwnInterviewItem key={interview.id} interview={interview} isNext={interview === next} token={token} />
        ))}
      </ul>
    </section>
  )
}

/** Whether it can still be accepted or declined. */
function isOpen({ state, startsAt }: OwnInterview): boolean {
  return state === 'planned' && Date.parse(startsAt) > Date.now()
}

/** What becomes of planned interviews when the application is withdrawn or erased, as a sentence and a space; empty where there are none. */
export function describeCancelling(interviews: readonly OwnInterview[], now = Date.now()): string {
  const planned = interviews.filter(({ state, endsAt }) => state === 'planned' && Date.parse(endsAt) > now)
  const [first] = planned
  if (!first) return ''
  if (planned.length > 1) return `Your ${planned.length} interviews are cancelled with it. `
  const { day, hours } = describeTimes(first)
  return `Your interview on ${day}, ${hours}, is cancelled with it. `
}

type OwnInterviewProps = {
  interview: OwnInterview
  /** The first that waits for an answer: its button alone is filled. */
  isNext: boolean
  token: string
}

function OwnInterviewItem({ interview, isNext, token }: OwnInterviewProps) {
  const { kind, place, interviewers, state, response, timeZone } = interview
  const isCancelled = state === 'cancelled'
  const times = describeTimes(interview)
  return (
    <li
      aria-label={`${times.day}, ${times.hours} (${timeZone})`}
      className="wrap-anywhere grid gap-3 rounded-md border border-line bg-panel p-5"
    >
      {isCancelled && (
        <p role="status" className="border-line border-l-4 pl-4 font-semibold">
          This interview was cancelled.
        </p>
      )}
      <div className={isCancelled ? 'text-ink-muted line-through' : undefined}>
        <p className="font-semibold">{times.day}</p>
        <p>
          <span className="whitespace-nowrap tabular-nums">{times.hours}</span>{' '}
          <span className="text-ink-muted text-sm">({timeZone})</span>
        </p>
        {times.own && <p className="text-ink-muted text-sm">{times.own} on your clock</p>}
      </div>
      <p>
        {INTERVIEW_FORMS[kind]}
        {place && !isCancelled && (
          <>
            : <Place kind={kind} place={place} />
          </>
        )}
        {interviewers.length > 0 && (
          <>
            <br />
            With {interviewers.join(', ')}
          </>
        )}
      </p>
      {!isCancelled && (
        <p role="status" className="border-line border-l-4 pl-4">
          {RESPONSES[response]}
        </p>
      )}
      {isOpen(interview) && <Respond key={interview.version} {...{ interview, isNext, token }} />}
    </li>
  )
}

function Place({ kind, place }: { kind: InterviewKind; place: string }) {
  if (!/^https?:\/\/\S+$/.test(place)) return place
  return (
    <>
      <a href={place} rel="noreferrer" className="text-accent underline">
        {kind === 'video' ? 'Join the video call' : 'Open the link'}
      </a>
      <span className="block text-ink-muted text-sm">{place}</span>
    </>
  )
}

type Body = { response: 'accepted' | 'declined'; reason: string; version: number }

function Respond({ interview, isNext, token }: OwnInterviewProps) {
  const { id, version, response } = interview
  const [reason, setReason] = useState(interview.responseReason ?? '')
  const [isDeclining, setDeclining] = useState(false)
  const responding = useLinkChange<Body>(pathTo(API.respondToInterview, id), token, {
    done: 'Answer sent',
    onDone: () => setDeclining(false),
  })
  const decline = (event: FormEvent) => {
    event.preventDefault()
    if (!responding.isPending) responding.mutate({ response: 'declined', reason, version })
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        {response !== 'accepted' && !isDeclining && (
          <Button
            tone={isNext ? 'primary' : 'secondary'}
            isBusy={responding.isPending && !isDeclining}
            onClick={() => responding.mutate({ response: 'accepted', reason: '', version })}
          >
            Accept
          </Button>
        )}
        {response !== 'declined' && (
          <Button tone="secondary" aria-expanded={isDeclining} onClick={() => setDeclining(!isDeclining)}>
            Decline
          </Button>
        )}
        {!isDeclining && (
          <LinkedFileButton address={pathTo(API.interviewCalendar, id)} fileName="interview.ics" token={token}>
            Add to calendar
          </LinkedFileButton>
        )}
      </div>
      {isDeclining && (
        <form noValidate aria-label="Decline the interview" className="grid gap-4" onSubmit={decline}>
          <TextAreaField
            label="Reason for declining"
            isOptional
            maxLength={MAXIMUM.note}
            hint="Another time that suits you, for example."
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" tone="danger" isBusy={responding.isPending} className="justify-self-start">
            Decline interview
          </Button>
        </form>
      )}
    </div>
  )
}

/** Day and hours in the zone in which they were chosen, and on the reader's clock where that shows others. */
function describeTimes(interview: OwnInterview): { day: string; hours: string; own: string | null } {
  const inZone = (timeZone?: string) => ({
    day: new Date(interview.startsAt).toLocaleDateString('en-US', { dateStyle: 'full', ...(timeZone && { timeZone }) }),
    hours: formatHours(interview, timeZone),
  })
  const [chosen, own] = [inZone(interview.timeZone), inZone()]
  if (own.day !== chosen.day) return { ...chosen, own: `${own.day}, ${own.hours}` }
  return { ...chosen, own: own.hours === chosen.hours ? null : own.hours }
}
