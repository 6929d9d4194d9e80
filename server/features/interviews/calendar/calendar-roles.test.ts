import { expect, test } from 'vitest'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../../test/admin-client.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { prepareManagers } from '../../../../test/managers/manager-kit.ts'
import { prepareInterviews, readCalendar } from '../../../../test/smtp/interview-kit.ts'
import { NOON } from '../../../../test/smtp/mail-kit.ts'

const { app, admin, plan } = prepareInterviews()

const makeFeed = async (client: AdminClient) =>
  new URL((await client.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
const summariesOf = async (path: string) => {
  const response = await app().request(path)
  if (response.status !== 200) return response.status
  return readCalendar(await response.text())
    .events.map(({ summary }) => String(summary).replace('Interview: ', ''))
    .toSorted()
}
const setRole = (role: 'hiring_manager' | 'recruiter', username: string) =>
  app().db.updateTable('accounts').set({ role }).where('username', '=', username).execute()

async function prepare() {
  const { mine, other, plain } = await prepareManagers(app(), NOON)
  const names = { [mine]: 'Mia Mine', [other]: 'Otto Other' }
  for (const job_id of [mine, other, null])
    await plan(
      await insertApplicant(app().db, { job_id, name: job_id === null ? 'Gina General' : (names[job_id] as string) }),
    )
  const { id, username } = await app()
    .db.selectFrom('job_assignments')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['accounts.id', 'username'])
    .where('username', 'like', 'paul%')
    .orderBy('accounts.id', 'desc')
    .executeTakeFirstOrThrow()
  return { mine, other, plain, id, username }
}

test("a hiring manager's calendar has the interviews of the own postings, also while others read theirs", async () => {
  const { plain } = await prepare()
  const recruiter = adminClient(app(), await signInAs(app(), 'rita', { now: new Date(NOON), role: 'recruiter' }))
  const paths = [await makeFeed(admin()), await makeFeed(plain), await makeFeed(recruiter)]
  const all = ['Gina General', 'Mia Mine', 'Otto Other']
  const read = await Promise.all([...paths, ...paths, ...paths].map(summariesOf))
  expect(read).toEqual([1, 2, 3].flatMap(() => [all, ['Mia Mine'], all]))
  expect(await (await app().request(paths[1] ?? '')).text()).not.toMatch(/Otto|Gina|Secret Project/)
})

test("a hiring manager's calendar follows the postings and the role, and ends when the account is deactivated", async () => {
  const { other, plain, id, username } = await prepare()
  const path = await makeFeed(plain)
  expect(await summariesOf(path)).toEqual(['Mia Mine'])
  await app().db.insertInto('job_assignments').values({ account_id: id, job_id: other, decides: 0 }).execute()
  expect(await summariesOf(path)).toEqual(['Mia Mine', 'Otto Other'])
  await app().db.deleteFrom('job_assignments').where('account_id', '=', id).execute()
  expect(await summariesOf(path)).toEqual([])
  await setRole('recruiter', username)
  expect(await summariesOf(path)).toHaveLength(3)
  await setRole('hiring_manager', username)
  expect(await summariesOf(path)).toEqual([])
  const deactivated_at = new Date(NOON).toISOString()
  await app().db.updateTable('accounts').set({ deactivated_at }).where('id', '=', id).execute()
  expect(await summariesOf(path)).toBe(404)
  expect(await (await app().request(path)).text()).toBe(
    await (await app().request(`/calendar/${'A'.repeat(43)}.ics`)).text(),
  )
})
