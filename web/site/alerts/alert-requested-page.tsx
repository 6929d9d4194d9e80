import type { PageData } from '../../../contract/site/page-data.ts'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { AlertNotice, SeePositions } from './alert-notice.tsx'

const TITLE = 'One more step: look into your mailbox'

/** Nothing for search engines. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** What follows the form of a job alert, whether the address has one already or not. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <AlertNotice title={TITLE}>
      <div className="prose measure">
        <p>
          We have sent an email to your address. Open the link in it and confirm, and your job alert begins. The link
          works for {ALERT_LIFE.unconfirmedDays} days; without your confirmation we send nothing more, and delete the
          address.
        </p>
        <p>
          Nothing arrived? Look into the spam folder and check the address. An address gets only a few of these emails a
          day.
        </p>
      </div>
      <SeePositions />
    </AlertNotice>
  )
}
