import type { EndJobAlertPageData } from '../../../contract/jobs/search/job-alert.ts'
import { ALERT_PARAMETER, ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { servedPage } from '../../layout/served-page.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { AlertNotice, SeePositions } from './alert-notice.tsx'

/** Asks before a job alert is ended: only the form ends it. The title names no person. */
export const page = servedPage<EndJobAlertPageData>({ path: PAGE.endJobAlert, title: titleOf, Body: EndAlert })

function EndAlert({ title, served: data }: { title: string; served: EndJobAlertPageData | null }) {
  return (
    <AlertNotice title={title}>
      {data && !data.isEnded ? (
        <>
          <p className="measure">You will get no more emails about new positions, and your address will be deleted.</p>
          <form
            method="post"
            action={`${PAGE.endJobAlert}?${ALERT_PARAMETER}=${data.token}#${ANCHOR.result}`}
            aria-label="End job alert"
            className="flex flex-wrap gap-3"
          >
            <Button type="submit" tone="danger">
              End job alert
            </Button>
            <a href={`${PAGE.jobAlert}?${ALERT_PARAMETER}=${data.token}`} className={buttonClass('secondary')}>
              Keep this job alert
            </a>
          </form>
        </>
      ) : (
        <>
          <p className="measure">
            You get no more emails about new positions, and your address is deleted. You can{' '}
            <a href={PAGE.jobAlerts}>set up a new job alert</a> at any time.
          </p>
          <SeePositions />
        </>
      )}
    </AlertNotice>
  )
}

function titleOf(data: EndJobAlertPageData | null): string {
  return data && !data.isEnded ? 'End this job alert?' : 'Your job alert has ended'
}
