import type { Kysely, Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { prepareAlerts } from '../../../test/alerts/alert-kit.ts'
import { createJob } from '../../../test/factories.ts'
import { MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import type { Tables } from '../../platform/database/tables.ts'

const site = prepareAlerts()
const { subscribe, goTo, plan, planOnly, wakeOutbox, arrival, untilNoTask } = site

/** Job alerts of so many addresses, all but the first one without a confirmation by mail. */
async function storeAlerts(count: number): Promise<void> {
  await subscribe({ email: 'own@example.com' })
  const { db } = site.app()
  const { id: _, ...confirmed } = await db.selectFrom('job_alerts').selectAll().executeTakeFirstOrThrow()
  const emails = Array.from({ length: count - 1 }, (_each, index) => `other-${index}@example.com`)
  const others = emails.map((email) => ({ ...confirmed, email, request_id: email }))
  await db.insertInto('job_alerts').values(others).execute()
}

/** The database of a process in which something happens before or after each transaction. */
function around(happens: { before?: () => Promise<unknown>; after?: () => Promise<unknown> }): Kysely<Tables> {
  const { db } = site.app()
  const execute = async (work: (trx: Transaction<Tables>) => Promise<unknown>) => {
    await happens.before?.()
    const result = await db.transaction().execute(work)
    await happens.after?.()
    return result
  }
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ execute })
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const countPlanned = async () => {
  const planned = site.app().db.selectFrom('job_alerts').select('id').where('planned_day', '=', '2026-03-02')
  return (await planned.execute()).length
}

test('others write while job alerts are planned: no transaction holds many of them', async () => {
  await storeAlerts(25)
  await goTo(NOON + MINUTE)
  await createJob(site.app())
  const planned: number[] = []
  const writing = around({
    after: async () => {
      await createJob(site.app(), { status: 'draft', isActive: false })
      planned.push(await countPlanned())
    },
  })
  expect(await planOnly(1_000, writing)).toBe(25)
  expect(planned[0]).toBeLessThanOrEqual(20)
  expect(planned.at(-1)).toBe(25)
  wakeOutbox()
  await arrival(26)
})

test('planning that is killed between two steps goes on later in two processes, and each job alert gets one mail', async () => {
  await storeAlerts(25)
  await goTo(NOON + MINUTE)
  await createJob(site.app(), { title: 'Only one' })
  const killed = around({ after: () => Promise.reject(new Error('killed')) })
  await expect(planOnly(1_000, killed)).rejects.toThrow('killed')
  const begun = await countPlanned()
  expect([begun > 0, begun < 25]).toEqual([true, true])
  const [one, other] = await Promise.all([plan(), plan()])
  expect(begun + one + other).toBe(25)
  await arrival(26)
  await untilNoTask()
  const recipients = site
    .smtp()
    .received.slice(1)
    .map(({ envelopeTo }) => envelopeTo[0])
  expect([recipients.length, new Set(recipients).size]).toEqual([25, 25])
})

test('a job alert that asks for something else by the time of the step is looked at again', async () => {
  await subscribe({ words: 'astronaut' })
  await goTo(NOON + MINUTE)
  await createJob(site.app(), { title: 'Cooper' })
  const changing = around({ before: () => site.app().db.updateTable('job_alerts').set({ words: 'cooper' }).execute() })
  expect(await planOnly(1_000, changing)).toBe(1)
  wakeOutbox()
  await arrival(2)
})
