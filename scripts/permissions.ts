import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Role } from '../contract/accounts/roles.ts'
import { POLICIES } from '../contract/policies/policies.ts'
import { may, type Permission, reachOf } from '../contract/policies/policy.ts'

/**
 * Writes the table of who may what into `docs/security.md`, from the policies of `contract/policies`. Run it after a policy was
 * changed: `node scripts/permissions.ts`.
 */

/** The document that has the table. */
export const DOCUMENT = resolve(import.meta.dirname, '../docs/security.md')

const BEGIN = '<!-- who may what: begin (node scripts/permissions.ts) -->'
const END = '<!-- who may what: end -->'

/** A posting: what a hiring manager has, and what the manager is asked to do something to. */
const POSTING = 1

/** A column for each kind of person, and who that is to the policies. */
const PEOPLE = {
  owner: { role: 'owner', assignments: [] },
  recruiter: { role: 'recruiter', assignments: [] },
  'hiring manager (assigned)': {
    role: 'hiring_manager',
    assignments: [{ jobId: POSTING, decides: false }],
  },
  'hiring manager (deciding)': {
    role: 'hiring_manager',
    assignments: [{ jobId: POSTING, decides: true }],
  },
} as const

/** A document with the table of now between its markers. @throws {Error} without the markers */
export function withPermissions(document: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`Put these two lines where the table belongs: ${BEGIN} ${END}`)
  return `${document.slice(0, begin)}${BEGIN}\n\n${permissionTable()}\n\n${document.slice(end)}`
}

function permissionTable(): string {
  const columns = Object.values(PEOPLE)
  const rows = Object.entries(POLICIES).flatMap(([subject, policy]) =>
    Object.values(policy).map((permission) => [
      subject,
      permission.does,
      ...columns.map((person) => (may(person, permission, POSTING) ? howFar(person.role, permission) : '')),
    ]),
  )
  return [['about', 'what', ...Object.keys(PEOPLE)], ['---', '---', ...columns.map(() => '---')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function howFar(role: Role, permission: Permission): string {
  return reachOf(role, permission) === 'all' ? 'yes' : 'these postings'
}

if (import.meta.main) writeFileSync(DOCUMENT, withPermissions(readFileSync(DOCUMENT, 'utf8')))
