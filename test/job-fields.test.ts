import { expectTypeOf, test } from 'vitest'
import type { Job, JobChanges, JobCreate, PublicJob } from '../contract/jobs/job.ts'
import type { JobField } from '../contract/jobs/posting-fields.ts'
import type { JOB_COLUMNS } from '../server/features/jobs/job-fields.ts'
import type { NewJobRow } from '../server/platform/database/tables.ts'
import type { describeEvent } from '../web/admin/history/history-texts.ts'
import type { jobBodyOf } from '../web/admin/jobs/form/job-form-values.ts'

/** These hold when the types are checked (`npm run check`); running them does nothing. */

type EditedEvent = Extract<Parameters<typeof describeEvent>[0], { action: 'edited' }>

test('a field of a posting has a schema to read and to write, a column, an input in the form and a text in the history', () => {
  expectTypeOf<keyof JobChanges>().toEqualTypeOf<JobField>()
  expectTypeOf<Exclude<keyof JobCreate, 'clonedFromId'>>().toEqualTypeOf<JobField>()
  expectTypeOf<keyof typeof JOB_COLUMNS>().toEqualTypeOf<JobField>()
  expectTypeOf<(typeof JOB_COLUMNS)[JobField]>().toExtend<keyof NewJobRow>()
  expectTypeOf<Exclude<keyof ReturnType<typeof jobBodyOf>, 'clonedFromId'>>().toEqualTypeOf<JobField>()
  expectTypeOf<EditedEvent['fields'][number]>().toEqualTypeOf<JobField>()
  type ServerFields = 'id' | 'askedQuestions' | 'createdAt' | 'publishedAt' | 'closedDate' | 'clonedFromId' | 'version'
  expectTypeOf<Exclude<keyof Job, ServerFields>>().toEqualTypeOf<JobField>()
})

test('visitors read every field of a posting but its internal codes', () => {
  type Internal = 'internalJobCode' | 'projectCode' | 'questions' | 'criteria'
  expectTypeOf<Exclude<keyof PublicJob, 'id' | 'askedQuestions' | 'createdAt' | 'publishedAt'>>().toEqualTypeOf<
    Exclude<JobField, Internal>
  >()
})

test('one more field does not compile until every list names it', () => {
  // @ts-expect-error `shift` has no column
  type Columns = Check<Record<JobField | 'shift', string>, typeof JOB_COLUMNS>
  // @ts-expect-error `shift` is in no response
  type Read = Check<Record<JobField | 'shift', unknown>, Job>
  // @ts-expect-error the form does not send `shift`
  type Sent = Check<Record<JobField | 'shift', unknown>, ReturnType<typeof jobBodyOf>>
  expectTypeOf<[Columns, Read, Sent]>().not.toBeNever()
})

type Check<Wanted, Given extends Wanted> = Given
