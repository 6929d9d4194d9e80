import type { MyApplication } from '../../../contract/applications/my-application.ts'
import { type AnswerClock, formatAnswerDay, readAnswerClock } from '../../../contract/promise/answer-clock.ts'
import { dayIn } from '../../../contract/promise/calendar-days.ts'
import { zoneName } from '../../../contract/site/zone-name.ts'
import { formatDays } from '../../layout/measured-response-time.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { useToday } from '../../layout/use-today.ts'
import { LevelGauge, type LevelGaugeProps } from '../drawings/level-gauge.tsx'

/** How much of the promised time has gone, or in how much of it the answer came; nothing where nothing is promised. */
export function AnswerClockPanel({ application }: { application: MyApplication }) {
  const { answer, createdAt } = application
  const { timeZone } = usePageData().company
  const today = useToday()
  if (!answer) return null
  const now = answer.at === null ? new Date() : new Date(answer.at)
  const clock = readAnswerClock({ createdAt, answerBy: answer.by }, { timeZone, now })
  if (!clock) return null
  const told = answer.at === null ? null : dayIn(new Date(answer.at), timeZone)
  const { state, title, text } = told ? describeAnswer(clock, told, today) : describeWaiting(clock, today)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 rounded-md border border-line bg-panel p-5 max-sm:gap-x-4 max-sm:p-4">
      <div className="sm:row-span-2">
        <LevelGauge day={clock.day} days={clock.days} state={state} />
      </div>
      <p className="self-end font-semibold text-lg leading-tight max-sm:self-center">{title}</p>
      <div className="self-start max-sm:col-span-2">
        <p>{text}</p>
        <p className="mt-1 text-ink-muted text-sm">Dates are in {zoneName(timeZone)}.</p>
      </div>
    </div>
  )
}

type Description = { state: LevelGaugeProps['state']; title: string; text: string }

function describeWaiting({ day, days, answerBy, isPassed }: AnswerClock, today: string): Description {
  const by = formatAnswerDay(answerBy, today)
  if (isPassed) {
    const text = `We promised you an answer by ${by}, and you have none. We are late. Your application is still open, and nothing that you sent is lost.`
    return { state: 'passed', title: `Day ${day}, and ${days} were promised`, text }
  }
  const title = day === 0 ? `Received today, ${formatDays(days)} to go` : `Day ${day} of ${days}`
  return { state: 'running', title, text: `You hear from us by ${by}.` }
}

function describeAnswer({ day, days, answerBy, isPassed }: AnswerClock, told: string, today: string): Description {
  const title = `Answered on day ${day} of ${days}`
  const text = `You heard from us on ${formatAnswerDay(told, today)}.`
  if (!isPassed) return { state: 'answered', title, text }
  const late = `${text} We had promised it by ${formatAnswerDay(answerBy, today)}.`
  return { state: 'passed', title: `Answered on day ${day}, and ${days} were promised`, text: late }
}
