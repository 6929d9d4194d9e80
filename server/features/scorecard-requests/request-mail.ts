import { ACCOUNT_MENU } from '../../../contract/accounts/account-menu.ts'
import { dayIn } from '../../../contract/promise/calendar-days.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, MailRow } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { plainName } from '../../platform/mail/plain-name.ts'
import { formatStart } from '../../platform/written-times.ts'
import type { Services } from '../feature.ts'
import { interviewersOf } from '../interviews/stored/interview-presenter.ts'
import { createColleagueLink } from '../messages/private-links.ts'
import { isMailed } from '../notices/notice-queries.ts'
import { findHeld, findMissingByLink, type HeldInterview, listMissing, reasonOf } from './missing-scorecards.ts'

/** Who is asked for a scorecard after which interview. @property questionId whose link it gets; null for a person with an account */
type Content = { to: { name: string; address: string }; questionId: number | null; interview: HeldInterview }

/** To a person with an account, or with the question of one without. */
type RequestMail = MailRow & { scorecard_interview_id: number }

/** The request for a scorecard as mail, to one who has still given none when it leaves. */
export function requestMail({
  clock,
  config: { publicUrl, company },
}: Pick<Services, 'clock' | 'config'>): MailKind<Content, RequestMail> {
  return {
    withoutContent: 'nothing',
    lock: async (trx, { colleague_question_id: id }) => {
      if (id !== null) await lockRow(trx, 'colleague_questions', id)
    },
    read: async (db, mail) => {
      const { account_id: accountId, colleague_question_id: questionId } = mail
      const interview = await findHeld(db, mail.scorecard_interview_id, clock())
      if (!interview) return undefined
      if (accountId !== null) return readColleague(db, interview, { accountId, mail })
      return questionId === null ? undefined : readRequestByLink(db, interview, { questionId, mail, now: clock() })
    },
    compose: async (trx, _mail, { to, questionId, interview }) => {
      const href =
        questionId === null
          ? `${publicUrl}${pathTo(ADMIN_PAGE.review, interview.application_id)}`
          : await createColleagueLink(trx, questionId, publicUrl)
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

${questionId === null ? WITH_ACCOUNT : WITH_LINK}
${href}

${questionId === null ? AFTER_ACCOUNT : AFTER_LINK}

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

const WITH_ACCOUNT = 'Give it here, or say that you will not assess. What the others say then opens to you:'
const AFTER_ACCOUNT = `This is the only reminder. Choose which notices you get by mail under ${ACCOUNT_MENU.notices} in the menu.`
const WITH_LINK = 'Give it here. You need no account:'
const AFTER_LINK = `The link is yours alone: do not pass it on. It works for ${COLLEAGUE_QUESTION.linkDays} days. This is the only reminder.`

/** One who sees the application, and wants such mails. */
async function readColleague(
  db: Db,
  interview: HeldInterview,
  { accountId, mail }: { accountId: number; mail: RequestMail },
): Promise<Content | undefined> {
  if (mail.reason !== reasonOf(interview, { accountId })) return undefined
  if (!(await isMailed(db, accountId, 'scorecard_missing'))) return undefined
  const viewer = (await listMissing(db, interview)).find(({ id }) => id === accountId)
  return viewer?.email ? { to: { name: viewer.name, address: viewer.email }, questionId: null, interview } : undefined
}

/** One without an account, whose link works. */
async function readRequestByLink(
  db: Db,
  interview: HeldInterview,
  { questionId, mail, now }: { questionId: number; mail: RequestMail; now: Date },
): Promise<Content | undefined> {
  if (mail.reason !== reasonOf(interview, { questionId })) return undefined
  const question = await findMissingByLink(db, interview, { questionId, now })
  if (!question) return undefined
  const { email: address } = question
  const named = interviewersOf(interview).find((each) => each.address.toLowerCase() === address.toLowerCase())
  return { to: { name: plainName(named?.name ?? null) ?? address, address }, questionId, interview }
}
