import * as z from 'zod'
import { defineTask } from '../../../platform/outbox/task-kinds.ts'

/** Sends a digest, if this is the last task of it. */
export const sendDigestTask = defineTask('send-digest', z.object({ digestId: z.int(), taskNumber: z.int() }))
