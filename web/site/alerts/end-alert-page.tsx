import type { EndJobAlertPageData } from '../../../contract/jobs/search/job-alert.ts'
import type { PageData } from '../../../contract/site/page-data.ts'
import { ALERT_PARAMETER, ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { useServedData } from '../../layout/use-served-data.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { AlertNotice, SeePositions } from './alert-notice.tsx'

/** Nothing for search engines, and the title names nobody. */
export function head({ company, responses }: PageData): PageHead {
  const title = titleOf(responses[PAGE.endJobAlert] as EndJobAlertPageData | null | undefined)
  return { title: documentTitle(title, company.name), description: title, isIndexed: false }
}

/** Whether the page came with a job alert, or is the end of one. */
export function isFound({ responses }: PageData): boolean {
  return Boolean(responses[PAGE.endJobAlert])
}

/** Asks before a job alert is ended: only the form ends it. */
export function Page() {
  const data = useServedData<EndJobAlertPageData>(PAGE.endJobAlert)
  useDocumentTitle(titleOf(data))
  if (data === undefined) return null
  return (
    <AlertNotice title={titleOf(data)}>
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

function titleOf(data: EndJobAlertPageData | null | undefined): string {
  return data && !data.isEnded ? 'End this job alert?' : 'Your job alert has ended'
}
