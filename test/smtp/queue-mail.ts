import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { insertMessages, type NewMessage } from '../../server/features/messages/message-queries.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { insertApplicant } from '../factories.ts'

/**
 * Queues messages in one transaction, each to an applicant of its own.
 * @param delayMs when they are due
 * @returns their Message-IDs
 */
export function queueMail(db: Kysely<Tables>, count: number, delayMs = 0): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const messages: NewMessage[] = []
    for (let index = 0; index < count; index += 1) {
      const address = `applicant-${index}@example.com`
      messages.push({
        ...{ application_id: await insertApplicant(trx, { email: address }), kind: 'personal', change_id: null },
        ...{ reason: `test:${randomUUID()}`, to_name: 'Ana Núñez', to_address: address, subject: `Message ${index}` },
        ...{ body: 'Hello\n', message_id: `<${randomUUID()}@example.com>`, username: 'admin', state: 'waiting' },
      })
    }
    await insertMessages(trx, messages, { now: new Date(), delayMs })
    return messages.map(({ message_id }) => message_id)
  })
}
