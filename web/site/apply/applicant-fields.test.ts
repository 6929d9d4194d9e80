import { expectTypeOf, test } from 'vitest'
import type { PersonField } from '../../../contract/applications/applicant-fields.ts'
import type { ApplicationFields } from '../../../contract/applications/application.ts'
import type { submissionFields } from '../../../contract/applications/application-submission.ts'
import type { RecoveryFields } from '../../../contract/applications/recovery.ts'
import type { ApplicationAttempt } from './submit-application.ts'

test('an additional field does not compile until the forms show and send it', () => {
  type Recovery = PersonField | 'originalSubmissionDate' | 'jobTitle' | 'additionalInfo' | 'website'
  expectTypeOf<keyof RecoveryFields>().toEqualTypeOf<Recovery>()
  expectTypeOf<keyof ApplicationFields>().toEqualTypeOf<keyof ApplicationAttempt['fields']>()
  expectTypeOf<keyof typeof submissionFields>().toEqualTypeOf<keyof ApplicationFields | 'jobId' | 'source'>()
})
