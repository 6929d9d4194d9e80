import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Application } from '../../../../contract/application.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { EmailAddress } from '../../../ui/text/email-address.tsx'
import { StatusBadge } from '../status-badge.tsx'

/** A touch target around a link in a line, without moving the lines apart. */
const THUMB_SIZED = 'max-md:py-3'

/**
 * What the applicant sent, and the state of the application.
 * @param hidden facts that the screen shows elsewhere
 */
export function Facts({ application, hidden = [] }: { application: Application; hidden?: readonly ShownFact[] }) {
  const shown = (Object.keys(FACTS) as ShownFact[]).filter((fact) => !hidden.includes(fact))
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

/** Fields shown under the title, in the assessment, in the resume section or next to the status. */
type ShownElsewhere = 'id' | 'jobId' | 'version' | 'feedback' | 'interviewDate' | 'resume' | 'archived' | 'quarantined'

type ShownFact = Exclude<keyof Application, ShownElsewhere>

type Fact = { label: string; Value: (application: Application) => ReactNode; isWide?: true }

/** Every other field of an application, in the order of the screen (`spec.md` section 2). */
const FACTS: Record<ShownFact, Fact> = {
  name: { label: 'Applicant', Value: ({ name }) => name },
  status: { label: 'Status', Value: State },
  email: {
    label: 'Email',
    Value: ({ email }) => (
      <a href={`mailto:${encodeURIComponent(email)}`} className={THUMB_SIZED}>
        <EmailAddress address={email} />
      </a>
    ),
  },
  phone: { label: 'Phone', Value: Phone },
  createdAt: {
    label: 'Submitted Date',
    Value: ({ createdAt }) => <span className="font-mono">{formatDayAndTime(createdAt)}</span>,
    isWide: true,
  },
  note: { label: 'Additional Notes', Value: Note, isWide: true },
}

/** The status of an application, and whether it is archived or in quarantine. */
export function State({ status, archived, quarantined }: Pick<Application, 'status' | 'archived' | 'quarantined'>) {
  return (
    <span className="flex flex-wrap gap-2">
      <StatusBadge status={status} />
      {archived && <Badge tone="grey">archived</Badge>}
      {quarantined && <Badge tone="grey">in quarantine</Badge>}
    </span>
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
      <span ref={text} className={`whitespace-pre-wrap ${showsAll ? '' : 'note-start'}`}>
        {note}
      </span>
      {(isCut || showsAll) && (
        <button
          type="button"
          aria-expanded={showsAll}
          className="cursor-pointer font-semibold text-accent text-sm underline max-md:min-h-11 pointer-coarse:min-h-11"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}

function isCutOff({ scrollHeight, clientHeight }: Element): boolean {
  return scrollHeight > clientHeight
}

function Phone({ phone }: Application) {
  if (!phone) return 'Not provided'
  return (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={THUMB_SIZED}>
      {phone}
    </a>
  )
}
