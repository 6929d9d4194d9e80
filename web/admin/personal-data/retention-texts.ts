import type {
  RetentionPeriods,
  RetentionPreview,
  RetentionRule,
} from '../../../contract/personal-data/retention-rules.ts'
import { formatDay } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'

/** What each rule is about, as its field and the lists call it. */
export const RULE_NAMES: Record<RetentionRule, { label: string; after: string; hint: string }> = {
  refused: {
    label: 'Refused or withdrawn',
    after: 'refused or withdrawn',
    hint: 'Counted from the decision, or from the day on which the applicant withdrew.',
  },
  undecided: {
    label: 'Without a decision',
    after: 'without a decision',
    hint: 'General applications, and those that were archived undecided or held as spam. Open applications of a posting stay until you decide.',
  },
  hired: { label: 'Hired', after: 'hired', hint: 'Usually kept: their file moves on to the personnel records.' },
}

/** `1 person`, `2 people`. */
export function countPeople(people: number): string {
  return people === 1 ? '1 person' : `${formatCount(people)} people`
}

/** `1 application`, `2 applications`. */
export function countApplications(applications: number): string {
  return applications === 1 ? '1 application' : `${formatCount(applications)} applications`
}

/** What the rules do next, or would do, in one sentence. @param isOn whether they are */
export function describePreview({ people, applications, oldest }: RetentionPreview, isOn: boolean): string {
  const numbers = `${countPeople(people)} (${countApplications(applications)}, the oldest from ${formatDay(oldest)})`
  const verb = people === 1 ? 'is' : 'are'
  if (isOn) return people === 0 ? 'Nobody is due now.' : `${numbers} ${verb} set aside within the hour.`
  return people === 0
    ? 'If you switch the rules on, nobody is set aside today.'
    : `If you switch the rules on, ${numbers} ${verb} set aside within an hour.`
}

/** The same for each rule that would erase somebody; empty where one rule alone does. */
export function describeRules({ byRule }: RetentionPreview): string[] {
  const erasing = byRule.filter(({ people }) => people > 0)
  if (erasing.length < 2) return []
  return erasing.map(
    ({ rule, people, applications }) =>
      `${countApplications(applications)} of ${countPeople(people)} ${RULE_NAMES[rule].after}`,
  )
}

/** That legal holds keep some; undefined where they keep nobody who is due. */
export function describeHeld(held: number): string | undefined {
  if (held === 0) return undefined
  return held === 1
    ? '1 more person stays because of a legal hold.'
    : `${formatCount(held)} more people stay because of legal holds.`
}

/** That consents keep some; undefined where they keep nobody whose period is over. */
export function describeConsented(consented: number): string | undefined {
  if (consented === 0) return undefined
  return `${countPeople(consented)} more ${consented === 1 ? 'stays' : 'stay'} on file because they agreed to it.`
}

/** How far people are with their notices who are due, or soon are; one sentence for each that counts somebody. */
export function describeNotices(notices: RetentionPreview['notices']): string[] {
  if (notices === null) return []
  const { toSend, told, unsent, over } = notices
  const sentences = [
    [toSend, `${countPeople(toSend)} ${toSend === 1 ? 'gets' : 'get'} the notice next.`],
    [told, `${countPeople(told)} ${told === 1 ? 'was' : 'were'} told, and the days of the notice are not over.`],
    [
      unsent,
      `${countPeople(unsent)} could not be told, and ${unsent === 1 ? 'stays' : 'stay'} until that is done: see Messages, Problems.`,
    ],
    [over, `${countPeople(over)} ${over === 1 ? 'is' : 'are'} set aside next.`],
  ] as const
  return sentences.flatMap(([count, words]) => (count > 0 ? [words] : []))
}

/** What is typed into the fields of the periods: empty where the applications are kept. */
export type TypedPeriods = Record<RetentionRule, string>

/** The fields as they are stored. */
export function typedOf(periods: RetentionPeriods): TypedPeriods {
  const typed = (days: number | null) => (days === null ? '' : String(days))
  return { refused: typed(periods.refused), undecided: typed(periods.undecided), hired: typed(periods.hired) }
}

/** What was typed, to be checked by the schema: not a number where it is none. */
export function periodsOf(typed: TypedPeriods): RetentionPeriods {
  const days = (text: string) => (text.trim() === '' ? null : Number(text.trim().replaceAll(',', '')))
  return { refused: days(typed.refused), undecided: days(typed.undecided), hired: days(typed.hired) }
}
