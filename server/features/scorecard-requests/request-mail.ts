import { dayIn } from '../../../contract/promise/calendar-days.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import type { MailRow } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { plainName } from '../../platform/mail/plain-name.ts'
import { formatStart } from '../../platform/written-times.ts'
import type { Services } from '../feature.ts'
import { findHeld, type HeldInterview, listMissing } from './missing-scorecards.ts'

/** Who is asked for a scorecard after which interview. */
type Content = { to: { name: string; address: string }; interview: HeldInterview }

/** The request for a scorecard as mail, to one who sees the application and has still given none when it leaves. */
export function requestMail({
  clock,
  config: { publicUrl, company },
}: Pick<Services, 'clock' | 'config'>): MailKind<
  Content,
  MailRow & { account_id: number; scorecard_interview_id: number }
> {
  return {
    withoutContent: 'nothing',
    read: async (db, { account_id, scorecard_interview_id }) => {
      const interview = await findHeld(db, scorecard_interview_id, clock())
      if (!interview) return undefined
      const reader = (await listMissing(db, interview)).find(({ id }) => id === account_id)
      return reader?.email ? { to: { name: reader.name, address: reader.email }, interview } : undefined
    },
    compose: async (_trx, _mail, { to, interview }) => {
      const href = `${publicUrl}${pathTo(ADMIN_PAGE.review, interview.application_id)}`
      // Any visitor may have typed it.
      const applicant = plainName(interview.applicant) ?? 'an applicant'
      const about = [applicant, interview.posting].filter((each) => each !== null).map(isolateDirection)
      const { timeZone } = company
      const began = formatStart(interview.starts_at, { timeZone, today: dayIn(clock(), timeZone) })
      return {
        to,
        subject: `Your scorecard for ${applicant}`,
        text: `Hello ${isolateDirection(to.name)},

you interviewed ${about.join(', ')} on ${began}. Your scorecard is still missing.

Give it here, or say that you will not assess. What the others say then opens to you:
${href}

This is the only reminder.

Kind regards
${company.name}
`,
        button: { href, label: 'Give your scorecard' },
        references: [],
        isAutomatic: true,
      }
    },
  }
}
