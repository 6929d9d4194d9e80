/** What a person of the company may do; the first account is an owner's (`docs/decisions/0128-roles.md`). */
export const ROLES = ['owner', 'recruiter', 'hiring_manager'] as const

/** A role. */
export type Role = (typeof ROLES)[number]

/** What a role is called on screens and in mails. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  recruiter: 'Recruiter',
  hiring_manager: 'Hiring manager',
}
