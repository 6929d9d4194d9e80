import { NOTICE_KIND, type NoticeKind, noticeAddress } from '../../../contract/team/notice-kinds.ts'
import { VERDICT_WORDS, type Verdict } from '../../../contract/team/verdicts.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, MailRow, NoticeRow } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { plainName } from '../../platform/mail/plain-name.ts'
import { quoteText } from '../../platform/mail/quote-text.ts'
import { seenBy } from '../accounts/seen-by.ts'
import type { Services } from '../feature.ts'
import { isMailed } from './notice-queries.ts'

/** What is said to whom. */
type Content = {
  to: { name: string; address: string }
  kind: NoticeKind
  by: string | null
  applicant: string
  posting: string | null
  applicationId: number
  comment: Commented | null
}

/** What a comment says; the verdict is that of a colleague without an account. */
type Commented = { id: number; text: string; verdict: Verdict | null }

/** A notice as mail, to one who wants it and still sees the application when it leaves. */
export function noticeMail({
  config: { publicUrl, company },
}: Pick<Services, 'config'>): MailKind<Content, MailRow & { account_id: number }> {
  return {
    withoutContent: 'nothing',
    lock: async (trx, mail) => {
      const notice = await findNotice(trx, mail)
      if (notice) await lockRow(trx, 'notices', notice.id)
    },
    read: async (db, mail) => {
      const notice = await findNotice(db, mail)
      if (!notice || !(await isMailed(db, notice.account_id, notice.kind))) return undefined
      return readContent(db, notice)
    },
    compose: async (_trx, _mail, content) => {
      const { to, kind, applicationId, comment, applicant } = content
      const url = `${publicUrl}${noticeAddress(applicationId, comment?.id ?? null)}`
      return {
        to,
        subject: `${sentence(content.by, NOTICE_KIND[kind].did)}: ${applicant}`,
        text: textOf(content, url, company.name),
        button: { href: url, label: 'Read the application' },
        references: [],
        isAutomatic: true,
      }
    },
  }
}

/** The notice of a mail, unless its cause was taken back. */
function findNotice(db: Db, { reason }: MailRow): Promise<NoticeRow | undefined> {
  return db
    .selectFrom('notices')
    .selectAll()
    .where('cause', '=', reason)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

async function readContent(db: Db, notice: NoticeRow): Promise<Content | undefined> {
  const { account_id, kind, by_name, application_id, comment_id } = notice
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name', 'email', 'role'])
    .where('id', '=', account_id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!account?.email) return undefined
  const application = await seenBy(db, account)
    .selectFrom('applications')
    .leftJoin('jobs', 'jobs.id', 'applications.job_id')
    .select(['applications.name', 'jobs.title'])
    .where('applications.id', '=', application_id)
    .executeTakeFirst()
  if (!application) return undefined
  return {
    to: { name: account.display_name ?? account.username, address: account.email },
    // Any visitor may have typed the name.
    ...{ kind, by: by_name, applicationId: application_id, applicant: plainName(application.name) ?? 'an applicant' },
    posting: application.title,
    comment: comment_id === null ? null : await findComment(db, comment_id),
  }
}

async function findComment(db: Db, id: number): Promise<Commented | null> {
  const comment = await db.selectFrom('comments').select(['text', 'verdict']).where('id', '=', id).executeTakeFirst()
  return comment && comment.text !== null ? { id, text: comment.text, verdict: comment.verdict } : null
}

function textOf({ by, kind, applicant, posting, comment }: Content, url: string, company: string): string {
  const about = [isolateDirection(applicant), posting].filter(Boolean).join(', ')
  const verdict = comment?.verdict ? ` ${VERDICT_WORDS[comment.verdict]}` : ''
  const said = comment?.text ? `\n${quoteText(comment.text)}\n` : ''
  const did = sentence(by && isolateDirection(by), NOTICE_KIND[kind].didIn)
  return `${did} ${about}${comment ? ':' : '.'}${verdict}
${said}
Read it and reply here:
${url}

Choose which notices you get by mail under Notices in the menu.

Kind regards
${company}
`
}

/** What the program does by itself has no name before it. */
function sentence(by: string | null, did: string): string {
  return by === null ? did.charAt(0).toUpperCase() + did.slice(1) : `${by} ${did}`
}
