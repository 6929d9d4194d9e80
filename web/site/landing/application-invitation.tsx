import { Link } from 'wouter'
import { PAGE } from '../../../contract/wire/paths.ts'
import { formatDays, MeasuredResponseTime } from '../../layout/measured-response-time.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { useResponseTime } from '../../layout/use-response-time.ts'
import { StepList } from '../../ui/step-list.tsx'

/** Why to apply without a posting, and what happens then. */
export function ApplicationInvitation() {
  const { company } = usePageData()
  return (
    <>
      <h2 id="application-title" className="text-2xl">
        Apply without a posting
      </h2>
      <p className="measure mt-3 md:mt-4">
        Nothing above quite fits? Send your resume, and use the note to tell us what you are good at and where you want
        to go.
      </p>
      <HiringTimeline />
      {company.landing.hasLostApplications && <LostApplications />}
    </>
  )
}

function LostApplications() {
  return (
    <p className="measure mt-4 max-md:text-sm md:mt-8">
      Applied before June 13, 2025? Your application may be one of those that were lost.{' '}
      <Link href={PAGE.recovery}>Send it again</Link>
    </p>
  )
}

const STORED = 'When this page confirms it, your application and resume are safely stored.'

/** What happens with an application: stored, read, answered within the promised days, and the steps of the settings. */
function HiringTimeline() {
  const { readers, hiringSteps } = usePageData().texts
  const steps = [STORED, readers, <Answer key="answer" />, ...hiringSteps]
  return <StepList label="How we hire" steps={steps} className="mt-4 max-w-[44ch] max-md:text-sm md:mt-8" />
}

function Answer() {
  const { answerWithinDays } = useResponseTime()
  return (
    <>
      {`You hear from us either way, within ${formatDays(answerWithinDays)}.`}
      <MeasuredResponseTime />
    </>
  )
}
