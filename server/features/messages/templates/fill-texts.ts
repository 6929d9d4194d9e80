import { fillTemplate, type MessageValues } from '../../../../contract/messages/message-template.ts'
import { formatAnswerDay } from '../../../../contract/promise/answer-clock.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import type { ApplicationRow, Db } from '../../../platform/database/tables.ts'
import { isolateDirection } from '../../../platform/mail/isolate-direction.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import { formatMoment } from '../../../platform/written-times.ts'
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

/** What the texts of all applicants have in common. */
export type TextContext = {
  company: string
  /** Zone of the company, in which times are written. */
  timeZone: string
  /** The day there. */
  today: string
  /** Who signs; null where the company does. */
  sender: string | null
  /** The day on which the application is erased, where the text is to say so. */
  eraseOn?: string
}

/** Fills in a template for each applicant; the private link stays open. */
export async function fillTexts(
  db: Db,
  addressees: readonly Addressee[],
  { subject, body: written }: Template,
  context: TextContext,
): Promise<({ addressee: Addressee } & Template)[]> {
  const { company, sender } = context
  // Signed by the company alone, its name stands once.
  const body = sender === null ? written.replaceAll('{sender}\n{company}', '{company}') : written
  const titles = await findJobTitles(
    db,
    addressees.flatMap(({ job_id }) => (job_id === null ? [] : [job_id])),
  )
  return addressees.map((addressee) => {
    const title = addressee.job_id === null ? undefined : titles.get(addressee.job_id)
    const own = { ...valuesOf(addressee, context), company, sender: sender ?? company }
    const values = { ...own, job: title ? isolateDirection(title) : 'a position' }
    const stated = dropEmptyFacts(body, { ...own, job: title ?? '' })
    return { addressee, subject: fillTemplate(subject, values), body: closeGaps(fillTemplate(stated, values)) }
  })
}

/** A line such as `Answer by: {answer_by}`. */
const FACT = /^[^{}\n]+: \{([a-z_]+)\}$/

/** Leaves out the lines that name what there is not. */
export function dropEmptyFacts(body: string, values: MessageValues): string {
  const isEmpty = (line: string) => values[FACT.exec(line)?.[1] as keyof MessageValues] === ''
  return body
    .split('\n')
    .filter((line) => !isEmpty(line))
    .join('\n')
}

/** A text without the blanks that a variable without a value leaves at the end of a line, or as a paragraph. */
function closeGaps(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n')
}

/** The values of an application; the private link is filled in when the message leaves. */
function valuesOf(
  { id, name, email, interview_date, answer_by }: Addressee,
  { timeZone, today, eraseOn }: Pick<TextContext, 'timeZone' | 'today' | 'eraseOn'>,
): MessageValues {
  return {
    first_name: firstName(name),
    // A form can have a mail sent to any address: what is no name is not repeated.
    name: plainName(name) ?? email,
    reference: formatReference('APP', id),
    interview: interview_date ? `The interview is on ${formatMoment(interview_date, { timeZone, today })}.` : '',
    answer_by: answer_by < today ? '' : formatAnswerDay(answer_by, today),
    erase_on: eraseOn === undefined ? '' : formatAnswerDay(eraseOn, today),
  }
}

/** The first of several words; a single word may be a family name, and a title or an address is no name. */
export function firstName(name: string): string {
  const words = plainName(name)?.split(' ') ?? []
  const [first = ''] = words
  return words.length > 1 && !/[.,:/@]/.test(first) ? first : ''
}
