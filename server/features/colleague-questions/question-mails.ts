import { randomInt } from 'node:crypto'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { ColleagueQuestionRow, Db, MailRow } from '../../platform/database/tables.ts'
import type { KeyedHash } from '../../platform/http/client-address.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { colleagueName, plainName } from '../../platform/mail/plain-name.ts'
import { quoteText } from '../../platform/mail/quote-text.ts'
import { PRIORITY, type TaskPlace } from '../../platform/outbox/task-kinds.ts'
import type { Services } from '../feature.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import { createColleagueLink } from '../messages/private-links.ts'
import { countDevices, findOpenLink } from './question-links.ts'

const MINUTE_MS = 60_000

/** Codes are waited for. */
export const CODES: TaskPlace = { priority: PRIORITY.people, share: null }

/** A mail about a question. */
type QuestionMail = MailRow & { colleague_question_id: number }

/** What is said of a question whose link works. */
type Content = Pick<ColleagueQuestionRow, 'id' | 'email' | 'question' | 'asked_by'> & {
  applicant: string
  posting: string | null
}

/** By which a code is stored, of which there are few: with the secret of the installation. */
export function codeHashOf(hash: KeyedHash, db: Db, { id, code }: { id: number; code: string }): Promise<string> {
  return hash(db, 'colleague-code', String(id), code)
}

/** What a mail says of a question, while its link works. */
async function readOpen(db: Db, id: number, now: Date): Promise<Content | undefined> {
  const open = await findOpenLink(db, { id }, now)
  if (!open) return undefined
  const { question, application } = open
  const titles = application.job_id === null ? null : await findJobTitles(db, [application.job_id])
  return {
    ...{ id, email: question.email, question: question.question },
    asked_by: colleagueName(question.asked_by),
    // Any visitor may have typed it.
    applicant: plainName(application.name) ?? 'an applicant',
    posting: (application.job_id !== null && titles?.get(application.job_id)) || null,
  }
}

/**
 * Questions to colleagues as mail. Each attempt makes the link anew, so that neither the database nor the log ever has a token; the
 * link of an attempt that has failed ends.
 */
export function questionMail({
  clock,
  config: { publicUrl, company },
}: Pick<Services, 'clock' | 'config'>): MailKind<Content, QuestionMail> {
  return {
    withoutContent: 'nothing',
    lock: (trx, { colleague_question_id: id }) => lockRow(trx, 'colleague_questions', id),
    read: (db, { colleague_question_id: id }) => readOpen(db, id, clock()),
    compose: async (trx, _mail, { id, email, asked_by, question, applicant, posting }) => {
      const url = await createColleagueLink(trx, id, publicUrl)
      const about = posting === null ? isolateDirection(applicant) : `${isolateDirection(applicant)}, ${posting}`
      return {
        to: { name: email, address: email },
        subject: `${asked_by} asks you about an applicant`,
        text: `Hello,

${isolateDirection(asked_by)} asks you about ${about}:

${quoteText(question)}

Read the resume and answer on this page. You need no account:
${url}

The link is yours alone: do not pass it on. It works for ${COLLEAGUE_QUESTION.linkDays} days. If you do not know why you get this mail, there is nothing to do.

Kind regards
${company.name}
`,
        button: { href: url, label: 'Read and answer' },
        references: [],
        isAutomatic: true,
      }
    },
  }
}

/**
 * Codes as mail: each is made when its mail leaves, so that the database has its hash alone, and ends the one before. None leaves for a
 * device that would find no room.
 */
export function codeMail({
  clock,
  hash,
  config: { company },
}: Pick<Services, 'clock' | 'hash' | 'config'>): MailKind<Content, QuestionMail> {
  return {
    withoutContent: 'nothing',
    lock: (trx, { colleague_question_id: id }) => lockRow(trx, 'colleague_questions', id),
    read: async (db, { colleague_question_id: id }) => {
      const hasRoom = (await countDevices(db, { id })) < COLLEAGUE_QUESTION.mostDevices
      return hasRoom ? readOpen(db, id, clock()) : undefined
    },
    compose: async (trx, { attempts }, { id, email }) => {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const { codeMinutes } = COLLEAGUE_QUESTION
      const code_expires_at = new Date(clock().getTime() + codeMinutes * MINUTE_MS).toISOString()
      const columns = {
        ...{ code_hash: await codeHashOf(hash, trx, { id, code }), code_expires_at },
        // A mail that is tried again gives no new tries.
        ...(attempts === 1 && { code_tries: 0 }),
      }
      await trx.updateTable('colleague_questions').set(columns).where('id', '=', id).execute()
      return {
        to: { name: email, address: email },
        subject: `Your code is ${code}`,
        text: `Hello,

enter this code on the page that asks you about an applicant:

${code}

It works once, for ${codeMinutes} minutes. If you have not asked for it, somebody else has your link: tell the person who sent it to you.

Kind regards
${company.name}
`,
        references: [],
        isAutomatic: true,
      }
    },
  }
}
