import * as z from 'zod'
import { defineTask } from '../../../platform/outbox/task-kinds.ts'

/** Imports the rows of an import that wait. */
export const runImportTask = defineTask('run-import', z.object({ importId: z.int() }))

/** Removes what an import has made. @property accountId who asks for it; null for the operator */
export const undoImportTask = defineTask('undo-import', z.object({ importId: z.int(), accountId: z.int().nullable() }))
