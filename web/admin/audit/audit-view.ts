import type { AuditEntry } from '../../../contract/accounts/audit.ts'
import { MAX_ID } from '../../../contract/wire/limits.ts'
import { ACTION_NAMES, type AuditAction, OTHER_NAMES, SUBJECT_NAMES } from './audit-texts.ts'

/** Which entries the page shows. Stored in its address, so that reload, Back and shared links preserve it; empty texts for all. */
export type AuditView = {
  /** Id of an account as text, or who acts without one. */
  person: string
  action: AuditAction | ''
  subject: NonNullable<AuditEntry['subject']>['kind'] | ''
  /** Id of the subject as text; empty without its kind. */
  number: string
  from: string
  to: string
}

const isId = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/**
 * Reads the view from an address; invalid parameters are ignored.
 * @param query the address after the question mark
 */
export function readAuditView(query: string): AuditView {
  const given = new URLSearchParams(query)
  const text = (name: string, isValid: (value: string) => boolean) => {
    const value = given.get(name) ?? ''
    return isValid(value) ? value : ''
  }
  const subject = text('subject', (value) => value in SUBJECT_NAMES) as AuditView['subject']
  return {
    person: text('person', (value) => isId(value) || value in OTHER_NAMES),
    action: text('action', (value) => Object.hasOwn(ACTION_NAMES, value)) as AuditView['action'],
    subject,
    number: subject && text('number', isId),
    from: text('from', isDay),
    to: text('to', isDay),
  }
}

/** Writes a view as the query of an address or of a request; empty for all entries. */
export function writeAuditView({ subject, number, ...view }: AuditView): string {
  const given = Object.entries({ ...view, subject, number: subject && number }).filter(([, value]) => value)
  return new URLSearchParams(given).toString()
}

/** Writes a view as the query of a request. A day that is still being typed, such as one of the year 2, is left out. */
export function requestOf({ from, to, ...view }: AuditView): string {
  const finished = (day: string) => (day > '1970' && day < '9000' && !Number.isNaN(Date.parse(day)) ? day : '')
  return writeAuditView({ ...view, from: finished(from), to: finished(to) })
}
