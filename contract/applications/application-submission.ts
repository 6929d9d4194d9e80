import * as z from 'zod'
import { readSource } from '../jobs/link-source.ts'
import { type AnswerFields, isAnswerField } from '../jobs/question-answers.ts'
import { idTextSchema } from '../wire/validation.ts'
import { pickApplicant } from './applicant-fields.ts'
import { submittedSchemas } from './applicant-schemas.ts'
import { honeypotField } from './application.ts'
import { type WrittenResume, writtenResumeFields } from './written-resume.ts'

/** Fields of the application form that every posting has. */
export const submissionFields = {
  ...submittedSchemas,
  jobId: idTextSchema.optional(),
  source: z
    .string()
    .optional()
    .describe('Where the applicant found the posting, such as `indeed`. What is no source is dropped.'),
  ...writtenResumeFields,
  ...honeypotField,
}

/** Text fields of `POST /api/submit-application`. The fields with answers are checked against the questions of the posting. */
export const applicationSubmissionSchema = z
  .object(submissionFields)
  .catchall(
    // Not `z.string()`: as an index signature of generated clients that would contradict the other fields.
    z
      .unknown()
      .describe(
        'Only answers to questions of the posting: `answer-{id}`, or `answer-{id}-{number of the choice}` for several_of',
      ),
  )
  .transform((form, context) => {
    const others = Object.entries(form).filter(([name]) => !Object.hasOwn(submissionFields, name))
    const unknown = others.map(([name]) => name).filter((name) => !isAnswerField(name))
    if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: form })
    const { jobId, source, website, work = '', education = '', skills = '', links = '' } = form
    const resumeTexts: WrittenResume = { work, education, skills, links }
    const answers = Object.fromEntries(others) as AnswerFields
    return { ...pickApplicant(form), jobId, source: readSource(source), website, resumeTexts, answers }
  })
