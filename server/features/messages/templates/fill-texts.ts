import { fillTemplate, type MessageValues } from '../../../../contract/messages/message-template.ts'
import { formatAnswerDay } from '../../../../contract/promise/answer-clock.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import type { ApplicationRow, Db } from '../../../platform/database/tables.ts'
import { isolateDirection } from '../../../platform/mail/isolate-direction.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import { findJobTitles } from '../../jobs/job-queries.ts'
import type { Template } from './default-templates.ts'

declare module '../../feature.ts' {
  interface Services {
    /** Reads applications that may get a message: those that exist, but not those in quarantine. */
    findAddressees(db: Db, ids: number[]): Promise<Addressee[]>
  }
}

/** The application that a message is about. */
export type Addressee = Pick<ApplicationRow, 'id' | 'name' | 'email' | 'job_id' | 'interview_date' | 'answer_by'>

/**
 * Fills in a template for each applicant; the private link stays open.
 * @param names.sender null where only the company signs
 * @param names.today in the zone of the company
 */
export async function fillTexts(
  db: Db,
  addressees: readonly Addressee[],
  { subject, body: written }: Template,
  { company, sender, today }: { company: string; sender: string | null; today: string },
): Promise<({ addressee: Addressee } & Template)[]> {
  // Signed by the company alone, its name stands once.
  const body = sender === null ? written.replaceAll('{sender}\n{company}', '{company}') : written
  const titles = await findJobTitles(
    db,
    addressees.flatMap(({ job_id }) => (job_id === null ? [] : [job_id])),
  )
  return addressees.map((addressee) => {
    const title = addressee.job_id === null ? undefined : titles.get(addressee.job_id)
    const job = title ? isolateDirection(title) : 'a position'
    const values = { ...valuesOf(addressee, today), company, sender: sender ?? company, job }
    return { addressee, subject: fillTemplate(subject, values), body: fillTemplate(body, values) }
  })
}

/** The values of an application; the private link is filled in when the message leaves. */
function valuesOf({ id, name, email, interview_date, answer_by }: Addressee, today: string): MessageValues {
  return {
    first_name: firstName(name),
    // A form can have a mail sent to any address: what is no name is not repeated.
    name: plainName(name) ?? email,
    reference: formatReference('APP', id),
    answer_by: formatAnswerDay(answer_by, today),
    interview: interview_date ? `The interview is on ${formatInstant(interview_date)}.` : '',
  }
}

/** The first of several words; a single word may be a family name, and a title or an address is no name. */
export function firstName(name: string): string {
  const words = plainName(name)?.split(' ') ?? []
  const [first = ''] = words
  return words.length > 1 && !/[.,:/@]/.test(first) ? first : ''
}

/** A date and a time for people in any zone, such as `2 March 2026, 15:00 UTC`. */
function formatInstant(instant: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(instant))} UTC`
}
