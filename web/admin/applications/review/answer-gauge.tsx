import type { Application } from '../../../../contract/applications/application.ts'
import { formatAnswerDay } from '../../../../contract/promise/answer-clock.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { useToday } from '../../../layout/use-today.ts'
import { useAnswerClock } from '../use-answer-clock.ts'

/** How many of the promised days have gone, as a bar and in words; nothing where the applicant waits for no answer. */
export function AnswerGauge({ application }: { application: Application }) {
  const clock = useAnswerClock(application)
  const today = useToday()
  const { sendsMail } = usePageData()
  if (!clock) return null
  const { day, days, answerBy, isPassed } = clock
  const promised = formatAnswerDay(answerBy, today)
  return (
    <p className="answer-gauge" data-passed={isPassed || undefined}>
      <span className="answer-gauge-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (day / days) * 100)}%` }} />
      </span>
      <span>
        Day {day} of {days}. {isPassed ? `The answer was promised by ${promised}.` : `Answer by ${promised}.`}
      </span>
      {/* Without a mail server nobody has a link to that page, and what may be spam gets none. */}
      {isPassed && sendsMail && !application.quarantined && (
        <span className="text-ink-muted">My application shows this to the applicant too.</span>
      )}
    </p>
  )
}
