import * as z from 'zod'
import { defineTask, handleTask, type TaskAttempt, type TaskHandler } from '../../platform/outbox/task-kinds.ts'
import type { Services } from '../feature.ts'
import { listLinked } from '../messages/private-links.ts'

/**
 * Sends new private links to an address, if applications have it. A task, so that the request takes as long without one.
 */
export const sendLinksTask = defineTask('send-links', z.object({ email: z.string() }))

/** Handles the requests for new links. */
export function linksHandler({ db, messages, clock }: Pick<Services, 'db' | 'messages' | 'clock'>): TaskHandler {
  const send = ({ email }: { email: string }, { share }: TaskAttempt) =>
    db.transaction().execute(async (trx) => {
      const [newest, ...others] = await listLinked(trx, email)
      if (newest) await messages.linksRequested(trx, [newest, ...others], { now: clock(), share })
    })
  return handleTask(sendLinksTask, send)
}
