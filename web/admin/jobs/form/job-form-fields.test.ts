import { expect, expectTypeOf, test } from 'vitest'
import type { jobFieldNameSchema } from '../../../../contract/jobs/job.ts'
import { JOB_FACTS } from '../../../../contract/jobs/posting-fields.ts'
import { JOB_FORM_FIELD_NAMES } from './job-form-fields.ts'
import { type JobBody, jobFormSchema } from './job-form-values.ts'

test('an additional field does not compile until the form sends it and an admin can read it', () => {
  type AllRequired = { [Field in keyof JobBody]-?: JobBody[Field] }
  expectTypeOf<JobBody>().toEqualTypeOf<AllRequired>()
  expectTypeOf<keyof JobBody>().toEqualTypeOf<(typeof jobFieldNameSchema)['options'][number]>()
})

test('the form shows every field that it sends', () => {
  expect([...JOB_FORM_FIELD_NAMES, ...JOB_FACTS].toSorted()).toEqual(Object.keys(jobFormSchema.shape).toSorted())
})
