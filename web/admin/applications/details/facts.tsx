import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { LINK_FIELDS, type LinkField, shownLabel } from '../../../../contract/applications/applicant-fields.ts'
import type { Application } from '../../../../contract/applications/application.ts'
import { isDecided } from '../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { formatAnswerDay } from '../../../../contract/promise/answer-clock.ts'
import { isAnswerDue, isAnswerLate } from '../../../../contract/promise/answer-due.ts'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { useToday } from '../../../layout/use-today.ts'
import { useMay } from '../../../session/use-may.ts'
import { Badge } from '../../../ui/badge.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { EmailAddress } from '../../../ui/text/email-address.tsx'
import { isOpenToDecisions } from '../application-texts.ts'
import { canMark, useAnswered } from '../changes/use-answered.ts'
import { StatusBadge } from '../status-badge.tsx'
import { ApplicationLink } from './application-link.tsx'

/** Loads beside its own data. */
const Select = lazyPart(async () => (await import('../assigning/assignee-select.tsx')).AssigneeSelect)

/** Loads beside its own data too. */
const TagList = lazyPart(async () => (await import('../../tags/application-tags.tsx')).ApplicationTags)

/** A touch target around a link in a line, without moving the lines apart. */
const THUMB_SIZED = 'max-md:py-3'

/**
 * What the applicant sent, and the state of the application.
 * @param hidden facts that the screen shows elsewhere
 */
export function Facts({ application, hidden = [] }: { application: Application; hidden?: readonly ShownFact[] }) {
  const shown = (Object.keys(FACTS) as ShownFact[])
    .filter((fact) => !hidden.includes(fact))
    .filter((fact) => !SHOWN_IF_ANY.includes(fact) || application[fact])
    .filter((fact) => fact !== 'answered' || application.answered || canMark(application))
    .filter((fact) => fact !== 'answerBy' || isAnswerDue(application))
  return (
    <dl className="person-facts">
      {shown.map((fact) => {
        const { label, Value, isWide } = FACTS[fact]
        return (
          <div key={label} className="person-fact wrap-anywhere min-w-0" data-wide={isWide}>
            <dt className="text-ink-muted text-sm">{label}</dt>
            <dd>
              <Value {...application} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Fields shown under the title, in the assessment, in the resume section, next to the status, or in a section below. */
type ShownElsewhere =
  | 'id'
  | 'jobId'
  | 'version'
  | 'feedback'
  | 'interviewDate'
  | 'withdrawnAt'
  | 'resume'
  | 'archived'
  | 'quarantined'
  | 'eraseOn'
  | 'heldUntil'
  | 'isErasing'
  | 'questionAnswers'

type ShownFact = Exclude<keyof Application, ShownElsewhere>

/** Facts that most applications do not have. */
const SHOWN_IF_ANY: readonly ShownFact[] = ['verifiedReceipt', ...LINK_FIELDS]

type Fact = { label: string; Value: (application: Application) => ReactNode; isWide?: true }

const LINKS = Object.fromEntries(
  LINK_FIELDS.map((field): [LinkField, Fact] => [
    field,
    { label: shownLabel(field), Value: (application) => <SentLink address={application[field]} />, isWide: true },
  ]),
) as Record<LinkField, Fact>

/** Every other field of an application, in the order of the screen. */
const FACTS: Record<ShownFact, Fact> = {
  name: { label: 'Applicant', Value: ({ name }) => <bdi>{name}</bdi> },
  status: { label: 'Status', Value: State },
  assignee: { label: 'Assigned to', Value: AssignedTo },
  tagIds: { label: 'Tags', Value: Tags, isWide: true },
  email: {
    label: 'Email',
    Value: ({ email }) => (
      <a href={`mailto:${encodeURIComponent(email)}`} className={THUMB_SIZED}>
        <EmailAddress address={email} />
      </a>
    ),
  },
  phone: { label: 'Phone', Value: Phone },
  ...LINKS,
  createdAt: {
    label: 'Submitted date',
    Value: ({ createdAt }) => formatDayAndTime(createdAt),
  },
  source: { label: 'Source', Value: ({ source }) => source ?? 'Direct or unknown' },
  answerBy: { label: 'Answer by', Value: AnswerBy },
  answered: { label: 'Answer', Value: Answered, isWide: true },
  verifiedReceipt: { label: 'Verified receipt', Value: ReceiptFindings, isWide: true },
  note: { label: 'Additional notes', Value: Note, isWide: true },
}

/** The status of an application, whether it is kept, to be erased, archived or in quarantine, and whether it came with a valid receipt. */
export function State({
  status,
  archived,
  quarantined,
  eraseOn = null,
  heldUntil = null,
  isErasing = false,
  withdrawnAt,
  verifiedReceipt = null,
}: Pick<Application, 'status' | 'archived' | 'quarantined' | 'withdrawnAt'> &
  Partial<Pick<Application, 'verifiedReceipt' | 'eraseOn' | 'heldUntil' | 'isErasing'>>) {
  return (
    <span className="flex flex-wrap gap-2">
      <StatusBadge status={status} />
      {/* Whoever requested it: the application is then closed as a withdrawal closes it. */}
      {isErasing && <Badge tone="amber">erasure requested</Badge>}
      {heldUntil !== null && <Badge tone="blue">legal hold</Badge>}
      {withdrawnAt && !isErasing && <Badge tone="amber">withdrawn by the applicant</Badge>}
      {archived && !isErasing && <Badge tone="grey">archived</Badge>}
      {eraseOn !== null && <Badge tone="amber">set aside, to be erased</Badge>}
      {quarantined && eraseOn === null && !isErasing && <Badge tone="grey">in quarantine</Badge>}
      {verifiedReceipt && <Badge tone="green">verified receipt</Badge>}
    </span>
  )
}

/** The promised day of an answer, while the applicant waits for one. */
function AnswerBy(application: Application) {
  const today = useToday()
  const { answerBy } = application
  const isLate = isAnswerLate(application, today)
  return (
    <span className={isLate ? 'font-semibold text-signal-amber' : ''}>
      {answerBy && formatAnswerDay(answerBy, today)}
      {isLate && ', which has passed'}
    </span>
  )
}

/** Loads beside its own data. */
function Tags(application: Application) {
  return (
    <LoadFailureBoundary>
      <Suspense fallback={<div className="h-9 max-md:h-11" />}>
        <TagList.View application={application} />
      </Suspense>
    </LoadFailureBoundary>
  )
}

/** Who takes care of it, to be chosen by those who decide about it. */
function AssignedTo(application: Application) {
  const decides = useMay()(APPLICATIONS.decide, application.jobId) && isOpenToDecisions(application)
  const name = application.assignee?.name ?? 'No one yet'
  if (!decides) return name
  return (
    <>
      <span className="hidden print:inline">{name}</span>
      <span className="print:hidden">
        <LoadFailureBoundary>
          <Suspense fallback={name}>
            <Select.View application={application} />
          </Suspense>
        </LoadFailureBoundary>
      </span>
    </>
  )
}

/** Whether the applicant knows the decision, and the mark that says so. */
function Answered(application: Application) {
  const change = useAnswered()
  const { answered } = application
  const isLate = !answered && isDecided(application)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className={isLate ? 'font-semibold text-signal-amber' : ''}>{describeAnswered(answered)}</span>
      {canMark(application) && (
        <TextButton onClick={() => change(application, !answered)}>
          {answered ? 'Mark as not answered' : 'Mark as answered'}
        </TextButton>
      )}
    </span>
  )
}

/** A small action in the text. */
export function TextButton({ className = '', ...button }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`cursor-pointer font-semibold text-accent text-sm underline max-md:min-h-11 pointer-coarse:min-h-11 ${className}`}
      {...button}
    />
  )
}

function describeAnswered(answered: Application['answered']): string {
  if (!answered) return 'Not answered yet'
  return `${answered.by === null ? 'Message sent' : `Marked by ${answered.by}`}, ${formatDayAndTime(answered.at)}`
}

function ReceiptFindings({ verifiedReceipt }: Application) {
  if (!verifiedReceipt) return null
  const { reference, originalId, findings } = verifiedReceipt
  return (
    <>
      {reference};{' '}
      {originalId === null ? (
        'the original is no longer stored'
      ) : (
        <ApplicationLink id={originalId}>we still have the original</ApplicationLink>
      )}
      {findings.map((finding) => (
        <span key={finding} className="block break-words">
          {finding}
        </span>
      ))}
    </>
  )
}

/** A long note shows its first lines, and the others on demand. */
function Note({ note }: Application) {
  const text = useRef<HTMLSpanElement>(null)
  const [isCut, setCut] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  useEffect(() => {
    if (!text.current) return
    // Also called when the part of a phone that has the note is shown.
    const observer = new ResizeObserver(([entry]) => entry && setCut(isCutOff(entry.target)))
    observer.observe(text.current)
    return () => observer.disconnect()
  }, [])
  if (!note) return 'No notes'
  return (
    <>
      <span ref={text} dir="auto" className={`whitespace-pre-wrap ${showsAll ? '' : 'note-start'}`}>
        {note}
      </span>
      {(isCut || showsAll) && (
        <TextButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show less' : 'Show all'}
        </TextButton>
      )}
    </>
  )
}

function isCutOff({ scrollHeight, clientHeight }: Element): boolean {
  return scrollHeight > clientHeight
}

/** An address that the applicant gave: the page behind it learns nothing of this one. */
function SentLink({ address }: { address: string | null }) {
  if (!address) return null
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={THUMB_SIZED}>
      {address}
    </a>
  )
}

function Phone({ phone }: Application) {
  if (!phone) return 'Not provided'
  return (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={THUMB_SIZED}>
      {phone}
    </a>
  )
}
