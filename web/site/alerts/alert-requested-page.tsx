import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { AlertNotice, SeePositions } from './alert-notice.tsx'

/** What follows the form of a job alert, whether the address has one already or not. */
export const page = sitePage({ title: 'One more step: look into your mailbox', Body: Requested })

function Requested({ title }: { title: string }) {
  return (
    <AlertNotice title={title}>
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
