import { VERDICT_WORDS, type Verdict } from '../../../contract/team/verdicts.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { MailRow } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { plainName } from '../../platform/mail/plain-name.ts'
import { quoteText } from '../../platform/mail/quote-text.ts'
import type { Services } from '../feature.ts'
import { listReaders, mentionsOf } from './comment-queries.ts'

/** What is said to whom. */
type Content = {
  to: { name: string; address: string }
  author: string
  /** Of a colleague without an account, who answers a question. */
  verdict: Verdict | null
  text: string
  applicationId: number
  applicant: string
  posting: string | null
}

/** A mention as mail, to one who still sees the application and is still mentioned when it leaves. */
export function mentionMail({
  config: { publicUrl, company },
}: Pick<Services, 'config'>): MailKind<Content, MailRow & { comment_id: number; account_id: number }> {
  return {
    withoutContent: 'nothing',
    lock: (trx, { comment_id }) => lockRow(trx, 'comments', comment_id),
    read: async (db, { comment_id, account_id }) => {
      const comment = await db
        .selectFrom('comments')
        .innerJoin('applications', 'applications.id', 'comments.application_id')
        .leftJoin('jobs', 'jobs.id', 'applications.job_id')
        .select(['comments.text', 'comments.mentions', 'comments.author_name', 'comments.application_id'])
        .select('comments.verdict')
        .select(['applications.name', 'jobs.title'])
        .where('comments.id', '=', comment_id)
        .executeTakeFirst()
      if (!comment || comment.text === null || !mentionsOf(comment).includes(account_id)) return undefined
      const reader = (await listReaders(db, comment.application_id)).find(({ id }) => id === account_id)
      if (!reader?.email) return undefined
      return {
        to: { name: reader.name, address: reader.email },
        author: comment.author_name,
        verdict: comment.verdict,
        text: comment.text,
        applicationId: comment.application_id,
        // Any visitor may have typed it.
        applicant: plainName(comment.name) ?? 'an applicant',
        posting: comment.title,
      }
    },
    compose: async (_trx, _mail, content) => {
      const url = `${publicUrl}${pathTo(ADMIN_PAGE.review, content.applicationId)}`
      return {
        to: content.to,
        subject: `${content.author} ${content.verdict === null ? 'mentioned you' : 'answered'}: ${content.applicant}`,
        text: textOf(content, url, company.name),
        button: { href: url, label: 'Read the application' },
        references: [],
        isAutomatic: true,
      }
    },
  }
}

function textOf({ author, verdict, text, applicant, posting }: Content, url: string, company: string): string {
  const about = posting === null ? isolateDirection(applicant) : `${isolateDirection(applicant)}, ${posting}`
  const what =
    verdict === null
      ? `mentioned you in a comment on the application of ${about}:`
      : `answered your question about ${about}: ${VERDICT_WORDS[verdict]}`
  return `${isolateDirection(author)} ${what}

${quoteText(text)}

Read it and reply here:
${url}

Kind regards
${company}
`
}
