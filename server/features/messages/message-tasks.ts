import * as z from 'zod'
import { defineTask } from '../../platform/outbox/task-kinds.ts'

/** Sends a message, if this is the last task of it. */
export const sendMessageTask = defineTask('send-message', z.object({ messageId: z.int(), taskNumber: z.int() }))

/** Every task of messages. */
export const MESSAGE_TASKS = [sendMessageTask] as const
