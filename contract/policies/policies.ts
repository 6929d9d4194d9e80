import { APPLICATIONS } from './applications-policy.ts'
import { INTERVIEWS } from './interviews-policy.ts'
import { JOBS } from './jobs-policy.ts'
import { MESSAGES } from './messages-policy.ts'
import { PEOPLE } from './people-policy.ts'
import { PERSONAL_DATA } from './personal-data-policy.ts'
import type { Policy } from './policy.ts'
import { SITE } from './site-policy.ts'

/** Every policy, by what it is about, in the order of `docs/security.md`. */
export const POLICIES: Readonly<Record<string, Policy>> = {
  Applications: APPLICATIONS,
  Interviews: INTERVIEWS,
  Messages: MESSAGES,
  Postings: JOBS,
  Site: SITE,
  People: PEOPLE,
  'Personal data': PERSONAL_DATA,
}
