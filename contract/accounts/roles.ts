/** What a person of the company may do; the first account is an owner's (`docs/decisions/0128-roles.md`). */
export const ROLES = ['owner', 'recruiter', 'hiring_manager'] as const

/** A role. */
export type Role = (typeof ROLES)[number]
