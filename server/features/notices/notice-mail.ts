import { ACCOUNT_MENU } from '../../../contract/accounts/account-menu.ts'
import { NOTICE_KIND, noticeAddress, noticeWords } from '../../../contract/team/notice-kinds.ts'
import type { Notice } from '../../../contract/team/notices.ts'
import { VERDICT_WORDS, type Verdict } from '../../../contract/team/verdicts.ts'
import { lockRows } from '../../platform/database/row-locks.ts'
import type { Db, MailRow, NoticeRow } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { colleagueName, plainName } from '../../platform/mail/plain-name.ts'
import { quoteText } from '../../platform/mail/quote-text.ts'
import { seenBy } from '../accounts/seen-by.ts'
import type { Services } from '../feature.ts'
import { isMailed } from './notice-queries.ts'
import { isStillTrue } from './true-notices.ts'

/** A mail about several applications names so many. */
const MOST_NAMED = 20

/** What is said to whom. */
type Content = Pick<Notice, 'kind' | 'by' | 'count'> & {
  to: { name: string; address: string }
  /** The first ones of several. */
  applications: readonly About[]
  application: About
  comment: Commented | null
}

/** An application, as a mail names it. */
type About = { id: number; applicant: string; posting: string | null }

/** What a comment says; the verdict is that of a colleague without an account. */
type Commented = { id: number; text: string; verdict: Verdict | null }

/** A notice as mail, to one who wants it and still sees the application when it leaves. */
export function noticeMail({
  config: { publicUrl, company },
}: Pick<Services, 'config'>): MailKind<Content, MailRow & { account_id: number }> {
  return {
    withoutContent: 'nothing',
    lock: (trx, mail) => lockRows(trx, selectNotices(trx, mail).select('id').orderBy('id')),
    read: async (db, mail) => {
      const notice = await selectNotices(db, mail).selectAll().orderBy('id').limit(1).executeTakeFirst()
      if (!notice || !(await isMailed(db, notice.account_id, notice.kind))) return undefined
      return readContent(db, notice)
    },
    compose: async (_trx, _mail, content) => {
      const { to, by, count, application, comment } = content
      const url = `${publicUrl}${noticeAddress({ ...content, commentId: comment?.id ?? null })}`
      const subject = sentence(by, noticeWords(content))
      return {
        to,
        subject: count === 1 ? `${subject}: ${application.applicant}` : subject,
        text: `${count === 1 ? tellOne(content, url) : tellSeveral(content, url)}
Choose which notices you get by mail under ${ACCOUNT_MENU.notices} in the menu.

Kind regards
${company.name}
`,
        button: { href: url, label: count === 1 ? 'Read the application' : 'Read the applications' },
        references: [],
        isAutomatic: true,
      }
    },
  }
}

/** The notices of a mail, but for those whose cause was taken back. */
function selectNotices(db: Db, { reason }: MailRow) {
  return db.selectFrom('notices').where('batch', '=', reason).where('withdrawn_at', 'is', null)
}

async function readContent(
  db: Db,
  { account_id, kind, by_name, batch, comment_id }: NoticeRow,
): Promise<Content | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name', 'email', 'role'])
    .where('id', '=', account_id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!account?.email) return undefined
  const rows = await seenBy(db, account)
    .selectFrom('notices')
    .innerJoin('applications', 'applications.id', 'notices.application_id')
    .where(isStillTrue)
    .leftJoin('jobs', 'jobs.id', 'applications.job_id')
    .select(['applications.id', 'applications.name', 'jobs.title'])
    .where('notices.batch', '=', batch)
    .where('notices.withdrawn_at', 'is', null)
    .orderBy('notices.id')
    .execute()
  const applications = rows.slice(0, MOST_NAMED).map(({ id, name, title }) => ({
    // Any visitor may have typed the name.
    ...{ id, applicant: plainName(name) ?? 'an applicant', posting: title },
  }))
  const [application] = applications
  if (!application) return undefined
  return {
    to: { name: account.display_name ?? account.username, address: account.email },
    ...{ kind, by: by_name === null ? null : colleagueName(by_name), count: rows.length, applications, application },
    comment: comment_id === null ? null : await findComment(db, comment_id),
  }
}

async function findComment(db: Db, id: number): Promise<Commented | null> {
  const comment = await db.selectFrom('comments').select(['text', 'verdict']).where('id', '=', id).executeTakeFirst()
  return comment && comment.text !== null ? { id, text: comment.text, verdict: comment.verdict } : null
}

function tellOne({ by, kind, application, comment }: Content, url: string): string {
  const verdict = comment?.verdict ? ` ${VERDICT_WORDS[comment.verdict]}` : ''
  const said = comment?.text ? `\n${quoteText(comment.text)}\n` : ''
  const did = sentence(by && isolateDirection(by), NOTICE_KIND[kind].didIn ?? noticeWords({ kind, count: 1 }))
  return `${did} ${nameOf(application)}${comment ? ':' : '.'}${verdict}
${said}
${comment ? 'Read it and reply here' : 'Read it here'}:
${url}
`
}

function tellSeveral({ by, kind, count, applications }: Content, url: string): string {
  const more = count - applications.length
  const names = applications.map((each) => `- ${nameOf(each)}`).join('\n')
  return `${sentence(by && isolateDirection(by), noticeWords({ kind, count }))}:

${names}${more > 0 ? `\nand ${more} more` : ''}

Read them here:
${url}
`
}

function nameOf({ applicant, posting }: About): string {
  return [isolateDirection(applicant), posting].filter(Boolean).join(', ')
}

function sentence(by: string | null, did: string): string {
  return by === null ? did : `${by} ${did}`
}
