import * as z from 'zod'
import { FILE_STORES } from '../../../contract/wire/file-store-names.ts'
import { LOCAL_STORE, RESUME_KEY } from '../../platform/file-stores/local-store.ts'
import { defineTask } from '../../platform/outbox/task-kinds.ts'

const store = z.enum(FILE_STORES)
const afterId = z.int().min(0)

/** Copies the file of a resume to a store. */
export const replicateResumeTask = defineTask('replicate-resume', z.object({ resumeId: z.int(), store }))

/** Deletes a file, unless a row refers to it. A key of the local store never leaves its folder: a task may come from a backup of unknown origin. */
export const deleteResumeTask = defineTask(
  'delete-resume',
  z
    .object({ store, key: z.string() })
    .refine((file) => file.store !== LOCAL_STORE || RESUME_KEY.test(file.key), 'is no key of the local store'),
)

/** Checks the next slice of all files. One that cannot be read starts over, since there is only one check. */
export const checkResumesTask = defineTask(
  'check-resumes',
  z.object({ afterId, isFull: z.boolean() }).catch({ afterId: 0, isFull: false }),
)

/** Scans the next resumes for viruses. One that cannot be read starts over, since there is only one scan. */
export const scanResumesTask = defineTask('scan-resumes', z.object({ afterId }).catch({ afterId: 0 }))

/** Reads the text of the current resume. Its handler is in `applications`, whose search index takes the words. */
export const extractTextTask = defineTask('extract-text', z.object({ applicationId: z.int() }))

/** Erases an application: its files in every store, and then its rows. Its handler is in `erasure`. */
export const eraseApplicationTask = defineTask('erase-application', z.object({ applicationId: z.int() }))

/** The kinds of task that the storage page counts. There is always a planned check, so it is not among them. */
export const FILE_TASKS = [
  replicateResumeTask.kind,
  deleteResumeTask.kind,
  scanResumesTask.kind,
  eraseApplicationTask.kind,
]
