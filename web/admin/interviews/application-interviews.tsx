import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../contract/applications/application.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { InterviewList } from './interview-list.tsx'
import { applicationInterviewsQuery } from './interviews-api.ts'
import { OffersOfApplication } from './offer-lines.tsx'
import { usePlanning } from './use-planning.ts'

/** The interviews of an application, and the way to plan another one. */
export function ApplicationInterviews({ application }: { application: Application }) {
  const { token } = useAuth()
  const { data } = useQuery(applicationInterviewsQuery(token, application.id))
  const { plan, offer, dialog } = usePlanning(application)
  const interviews = data?.interviews ?? []
  if (!plan && interviews.length === 0) return null
  return (
    <section aria-labelledby="application-interviews">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id="application-interviews" className="text-base">
          Interviews
        </h3>
        {plan && (
          <div className="flex flex-wrap gap-2">
            {offer && (
              <Button tone="secondary" onClick={offer}>
                Offer times
              </Button>
            )}
            <Button tone="secondary" onClick={plan}>
              Plan interview
            </Button>
          </div>
        )}
      </div>
      <OffersOfApplication applicationId={application.id} />
      {interviews.length > 0 && (
        <div className="mt-2">
          <InterviewList interviews={interviews} isAgenda={false} />
        </div>
      )}
      {dialog}
    </section>
  )
}
