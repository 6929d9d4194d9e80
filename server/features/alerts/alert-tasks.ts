import * as z from 'zod'
import { JOB_TYPES } from '../../../contract/jobs/job-terms.ts'
import { defineMailTask } from '../../platform/mail/mail-kind.ts'
import { defineTask } from '../../platform/outbox/task-kinds.ts'

/** Asks for the confirmation of a job alert. A task, so that the request takes as long whatever the address is. */
export const requestAlertTask = defineTask(
  'request-job-alert',
  z.object({
    requestId: z.string(),
    email: z.string(),
    facets: z.object({
      department: z.string().nullable(),
      jobType: z.enum(JOB_TYPES).nullable(),
      place: z.string().nullable(),
      remote: z.boolean(),
      words: z.string().nullable(),
    }),
  }),
)

/** Sends a mail about a job alert, if this is the last task of it. */
export const sendAlertTask = defineMailTask('send-job-alert')

/** Every task of job alerts. */
export const ALERT_TASKS = [requestAlertTask, sendAlertTask] as const
