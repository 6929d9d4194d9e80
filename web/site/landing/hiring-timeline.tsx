import { formatDays, MeasuredAnswer } from '../../layout/measured-answer.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { useAnswerPromise } from '../../layout/use-answer-promise.ts'
import { StepList } from '../../ui/step-list.tsx'

const STORED = 'When this page confirms it, your application and resume are safely stored.'

/** What happens with an application: stored, read, answered within the promised days, and the steps of the settings. */
export function HiringTimeline() {
  const { readers, hiringSteps } = usePageData().texts
  const steps = [STORED, readers, <Answer key="answer" />, ...hiringSteps]
  return <StepList label="How we hire" steps={steps} className="mt-4 max-w-[44ch] max-md:text-sm md:mt-8" />
}

function Answer() {
  const { answerWithinDays } = useAnswerPromise()
  return (
    <>
      {`You hear from us either way, within ${formatDays(answerWithinDays)}.`}
      <MeasuredAnswer />
    </>
  )
}
