import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { defineTask, handleTask, type TaskAttempt } from '../../platform/outbox/task-kinds.ts'
import { listLinked } from '../messages/private-links.ts'
import type { MessageWriter } from '../messages/queue-messages.ts'

/**
 * Sends new private links to an address, if applications have it. A task, so that the request takes as long without one.
 */
export const sendLinksTask = defineTask('send-links', z.object({ email: z.string() }))

/** What new links need. */
export type LinkSending = { db: Kysely<Tables>; messages: Pick<MessageWriter, 'linksRequested'>; clock: Clock }

/** The handler of the requests for new links, by its kind. */
export function createLinkTasks({ db, messages, clock }: LinkSending) {
  const send = ({ email }: { email: string }, { share }: TaskAttempt) =>
    db.transaction().execute(async (trx) => {
      const [newest, ...others] = await listLinked(trx, email)
      if (newest) await messages.linksRequested(trx, [newest, ...others], { now: clock(), share })
    })
  return { [sendLinksTask.kind]: handleTask(sendLinksTask, send) }
}
