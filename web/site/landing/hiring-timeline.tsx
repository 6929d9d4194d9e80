import { formatDays, MeasuredAnswer } from '../../layout/measured-answer.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { useAnswerPromise } from '../../layout/use-answer-promise.ts'

const STORED = 'When this page confirms it, your application and resume are safely stored.'

/** What happens with an application: stored, read, answered within the promised days, and the steps of the settings. */
export function HiringTimeline() {
  const { readers, hiringSteps } = usePageData().texts
  const { answerWithinDays } = useAnswerPromise()
  const answer = `You hear from us either way, within ${formatDays(answerWithinDays)}.`
  const steps = [STORED, readers, answer, ...hiringSteps]
  return (
    <ol aria-label="How we hire" className="mt-5 grid max-w-[44ch] list-none p-0 md:mt-8">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same words, and their order is fixed
        <li key={index} className="group grid grid-cols-[1.5rem_1fr] gap-x-4">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span className="grid size-6 place-items-center rounded-full border border-accent font-mono text-accent text-xs">
              {index + 1}
            </span>
            <span className="w-px flex-1 bg-line group-last:hidden" />
          </span>
          <span className="min-w-0 pb-3 wrap-anywhere group-last:pb-0 md:pb-5">
            {step}
            {step === answer && <MeasuredAnswer />}
          </span>
        </li>
      ))}
    </ol>
  )
}
