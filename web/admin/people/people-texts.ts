import type { Invitation, Person } from '../../../contract/accounts/people.ts'
import type { Role } from '../../../contract/accounts/roles.ts'
import { PEOPLE_LIMITS } from '../../../contract/wire/limits.ts'

/** What a role may do, in one line. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: 'Does everything, also people and the audit trail.',
  recruiter: 'Does everything but people and the audit trail.',
  hiring_manager:
    'Sees the postings given below and their applicants, gives feedback, and decides only where you say so.',
}

/** What stands beside a chosen posting. */
export const DECIDES = 'May also decide and write to applicants'

/** What the address of a person is for. */
export const ADDRESS_USES = 'lost passwords, mentions and the daily digest'

/** How the link of an invitation works. */
export const INVITATION_WORKS = `It works once, for ${PEOPLE_LIMITS.linkHours} hours.`

/** Why the last owner has no way out. */
export const LAST_OWNER_NOTE = 'The only owner who can sign in. Make another person an owner first.'

const FACTOR_WORDS: Readonly<Record<Person['secondFactors'][number], string>> = { totp: 'App', passkey: 'Passkey' }

/** What a person proves itself with after the password, in words. */
export function describeFactors({ secondFactors }: Pick<Person, 'secondFactors'>): string {
  return secondFactors.map((factor) => FACTOR_WORDS[factor]).join(', ') || 'None'
}

/** Whether nobody else could change people without this one. */
export function isLastOwner({ id, role, deactivatedAt }: Person, people: readonly Person[]): boolean {
  if (role !== 'owner' || deactivatedAt !== null) return false
  return !people.some((other) => other.id !== id && other.role === 'owner' && other.deactivatedAt === null)
}

const HOUR_MS = 60 * 60 * 1000

/** How long the link of an invitation still works, such as `Works for 2 more days`. */
export function describeEnd({ expiresAt }: Pick<Invitation, 'expiresAt'>, now: Date): string {
  const left = Date.parse(expiresAt) - now.getTime()
  if (left <= 0) return 'Link has expired'
  const hours = Math.ceil(left / HOUR_MS)
  if (hours === 1) return 'Works for less than an hour'
  return hours < 48 ? `Works for ${hours} more hours` : `Works for ${Math.floor(hours / 24)} more days`
}

const MAILS = {
  waiting: 'Mail is on its way',
  sent: 'Sent by mail',
  failed: 'Mail failed: check the address, or make a new link',
} as const satisfies Record<NonNullable<Invitation['mail']>, string>

/** How the link of an invitation went out. */
export function describeMail({ mail }: Pick<Invitation, 'mail'>): string {
  return mail === null ? 'Link was shown to copy' : MAILS[mail]
}
