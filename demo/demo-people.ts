import type { Kysely } from 'kysely'
import type { Role } from '../contract/accounts/roles.ts'
import { insertAccount } from '../server/features/accounts/account-queries.ts'
import type { Actor } from '../server/features/audit/audit-queries.ts'
import { makeInvitationLink } from '../server/features/people/invitation-links.ts'
import type { Db, Tables } from '../server/platform/database/tables.ts'
import { type DemoJobKey, jobIndex } from './demo-jobs.ts'

/** A posting of a hiring manager, and whether the manager decides about its applicants. */
type DemoAssignment = { job: DemoJobKey; decides: boolean }

type DemoPerson = { username: string; name: string; role: Role; assignments: readonly DemoAssignment[] }

/** Who signs the messages of the demo, and owns its installation. */
export const DEMO_OWNER = { username: 'admin', name: 'Maren Holt' }

/** The colleagues of the owner, who sign in with the same password. */
export const DEMO_COLLEAGUES: readonly DemoPerson[] = [
  { username: 'priya', name: 'Priya Raman', role: 'recruiter', assignments: [] },
  {
    ...{ username: 'tom', name: 'Tom Sandoval', role: 'hiring_manager' },
    assignments: [
      { job: 'scadaEngineer', decides: true },
      { job: 'ignitionDeveloper', decides: true },
      { job: 'mqttEngineer', decides: false },
    ],
  },
  {
    ...{ username: 'ruth', name: 'Ruth Adeyemi', role: 'hiring_manager' },
    assignments: [{ job: 'fieldTechnician', decides: false }],
  },
]

/** Who is invited and has not joined yet. */
const INVITED = { name: 'Luis Ortega', email: 'luis.ortega@example.com', job: 'historianEngineer' } as const

/** Adds the colleagues with their postings, and an open invitation. */
export async function loadPeople(
  db: Kysely<Tables>,
  { passwordHash, jobIds, now }: { passwordHash: string; jobIds: readonly number[]; now: Date },
): Promise<void> {
  const created_at = now.toISOString()
  const jobOf = (job: DemoJobKey) => jobIds[jobIndex(job)] ?? 0
  for (const { username, name, role, assignments } of DEMO_COLLEAGUES) {
    const account = { username, display_name: name, password_hash: passwordHash, role, created_at }
    const account_id = await insertAccount(db, account)
    for (const { job, decides } of assignments)
      await db
        .insertInto('job_assignments')
        .values({ account_id, job_id: jobOf(job), decides: decides ? 1 : 0 })
        .execute()
  }
  // An owner gives it a new link, which is shown once.
  const { columns } = makeInvitationLink({ publicUrl: '', now })
  const named = { display_name: INVITED.name, email: INVITED.email, role: 'hiring_manager', created_at } as const
  const owner = db.selectFrom('accounts').select('id').where('username', '=', DEMO_OWNER.username)
  const invited_by_id = (await owner.executeTakeFirstOrThrow()).id
  const invitation = { ...named, ...columns, invited_by: DEMO_OWNER.name, invited_by_id }
  const { id } = await db.insertInto('invitations').values(invitation).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('invitation_jobs')
    .values({ invitation_id: id, job_id: jobOf(INVITED.job), decides: 1 })
    .execute()
}

/** A person of the demo, as the author of an action. */
export async function findPerson(db: Db, username: string): Promise<Actor> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name as displayName'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return row
}
