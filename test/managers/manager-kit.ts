import { expect } from 'vitest'
import { deleteApplications, findApplications } from '../../server/features/applications/stored/application-queries.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { type AdminClient, adminClient, signInAs } from '../admin-client.ts'
import { createJob } from '../factories.ts'
import type { TestApp } from '../test-app.ts'

/** How many managers there are: no two have one username. */
let managers = 0

/**
 * Makes two postings, of which two hiring managers have the first: `plain` may read, assess and plan what tells nobody, `deciding`
 * may also decide about its applicants and write to them.
 * @param now when they sign in, by the clock of the application
 */
export async function prepareManagers(app: TestApp, now: number) {
  const [mine, other] = [
    await createJob(app, { title: 'Controls Technician' }),
    await createJob(app, { title: 'Secret Project Lead', status: 'draft', isActive: false }),
  ]
  const signIn = async (username: string, decides: boolean) => {
    managers += 1
    const assignments = [{ jobId: mine, decides }]
    const options = { now: new Date(now), role: 'hiring_manager', assignments } as const
    return adminClient(app, await signInAs(app, `${username}${managers}`, options))
  }
  return { mine, other, plain: await signIn('paul', false), deciding: await signIn('dana', true) }
}

/** What addresses answer: the status and the whole JSON. */
async function readAll(client: AdminClient, paths: readonly string[]) {
  const answers: Record<string, unknown> = {}
  for (const path of paths) answers[path] = await client.request('GET', path)
  return answers
}

/**
 * Expects that a hiring manager reads of some addresses, to the letter, what an owner reads of an installation that has nothing but
 * the manager's posting. Removes all else.
 */
export async function expectOnlyOwn(
  app: TestApp,
  {
    manager,
    owner,
    jobId,
    paths,
  }: { manager: AdminClient; owner: AdminClient; jobId: number; paths: readonly string[] },
): Promise<void> {
  const ofAll = await readAll(owner, paths)
  const seen = await readAll(manager, paths)
  for (const path of paths)
    expect(seen[path], `${path} is the same for all, and shows nothing`).not.toEqual(ofAll[path])
  await removeOthers(app.db, jobId)
  expect(seen).toEqual(await readAll(owner, paths))
}

/** Leaves of all applications and postings those that a manager of one posting sees. */
export async function removeOthers(db: Db, jobId: number): Promise<void> {
  const others = db
    .selectFrom('applications')
    .select('id')
    .where(({ eb, or }) => or([eb('job_id', 'is', null), eb('job_id', '!=', jobId), eb('quarantined', '=', 1)]))
  const ids = (await others.execute()).map(({ id }) => id)
  // With what the search has of them.
  if (ids.length > 0) await deleteApplications(db, await findApplications(db, ids))
  await db.deleteFrom('jobs').where('id', '!=', jobId).execute()
}
