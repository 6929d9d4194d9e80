import * as z from 'zod'
import { ownInterviewSchema } from '../interviews/interview.ts'
import { ownOfferSchema } from '../interviews/interview-offer.ts'
import { givenAnswerSchema } from '../jobs/question.ts'
import { emailSchema } from '../wire/email-address.ts'
import { MAXIMUM } from '../wire/limits.ts'
import { instantSchema, optionalText, requiredText, versionSchema } from '../wire/validation.ts'
import { readSchemas } from './applicant-schemas.ts'
import { APPLICATION_STAGES } from './application-statuses.ts'

/** What is agreed to, in one of its versions. */
const agreedTextSchema = z.strictObject({ version: versionSchema, text: z.string() })

/** Whether an applicant stays on file, as the private page shows it. */
const keepingSchema = z.strictObject({
  eraseOn: z.iso.date().nullable().describe('When the applications are erased; null where no day is announced'),
  offer: agreedTextSchema
    .extend({ until: z.iso.date().describe('How long they are kept at least where the applicant agrees today') })
    .nullable()
    .describe('What the applicant can agree to now'),
  consent: agreedTextSchema
    .extend({
      at: instantSchema.describe('When it was given'),
      until: z.iso
        .date()
        .nullable()
        .describe('The day until which they are kept for it; null where they are kept anyway'),
    })
    .nullable()
    .describe('The consent that stands'),
})

/** Response of `GET /api/my-application`: what the applicant sent, how far it is, and the messages that have left. */
export const myApplicationSchema = z.strictObject({
  reference: z.string(),
  job: z.string().nullable().describe('Title of the posting; null for a general application'),
  stage: z.enum(APPLICATION_STAGES).describe('A refusal counts as decided only once its message has left'),
  answer: z
    .strictObject({
      by: z.iso.date().describe('The promised day, in the zone of the company'),
      at: instantSchema.nullable().describe('When the applicant was first told a decision; null while waiting'),
    })
    .nullable()
    .describe('null where no answer is due: withdrawn, archived, or at an interview without a message about it'),
  withdrawnAt: instantSchema.nullable(),
  createdAt: instantSchema,
  ...readSchemas,
  questionAnswers: z.array(givenAnswerSchema),
  resume: z.strictObject({ fileName: z.string(), size: z.int() }).nullable(),
  interviews: z.array(ownInterviewSchema).describe('By time, once their invitation has left or cannot be undone'),
  offers: z.array(ownOfferSchema).describe('Times to choose one from, oldest offer first'),
  keeping: keepingSchema.nullable().describe('Null while no erasure is announced and nothing is agreed to'),
  messages: z
    .array(
      z.strictObject({
        subject: z.string(),
        body: z.string().describe('Without the paragraph of the private link'),
        sentAt: instantSchema,
      }),
    )
    .describe('Newest first, by the time of sending'),
})

/** Body of `POST /api/my-application/new-link`. The response never tells whether an application has this address. */
export const newLinkSchema = z.strictObject({ email: emailSchema })

/** Body of `POST /api/my-application/note`. */
export const addedNoteSchema = z.strictObject({ note: requiredText('Note is required', MAXIMUM.note) })

/** Fields beside the file in the body of `POST /api/my-application/resume`, which is a multipart form. */
export const replacedResumeSchema = z.strictObject({})

/** Body of `POST /api/my-application/withdraw`. */
export const withdrawalSchema = z.strictObject({ reason: optionalText(MAXIMUM.note) })

/** Body of `POST /api/my-application/erase`. */
export const erasureSchema = z.strictObject({
  reference: z.string().describe('The reference of the application, so that no other one is erased'),
})

/** Response of the same where a legal hold keeps the application, which is withdrawn now and erased after it; otherwise there is none. */
export const keptUntilSchema = z.strictObject({
  keptUntil: z.iso.date().describe('The last day on which it has to be kept, as far as is known'),
})

/** Response of `GET /api/my-application/keeping`: all that the link of a notice before the erasure opens. */
export const keepingOfLinkSchema = z.strictObject({
  reference: z.string(),
  job: z.string().nullable().describe('Title of the posting; null for a general application'),
  ...keepingSchema.shape,
})

/** Body of `POST /api/my-application/keep`. */
export const keepOnFileSchema = z.strictObject({
  version: versionSchema.describe('Of the text that was read: nobody agrees to another one'),
})

/** Body of `POST /api/my-application/withdraw-consent`. */
export const withdrawnConsentSchema = z.strictObject({})

/** Whether an applicant stays on file. */
export type Keeping = z.output<typeof keepingSchema>
/** The same, with what the link of a notice says of the application. */
export type KeepingOfLink = z.output<typeof keepingOfLinkSchema>
/** What keeps an application from being erased now. */
export type KeptUntil = z.output<typeof keptUntilSchema>
/** An application as its applicant reads it. */
export type MyApplication = z.output<typeof myApplicationSchema>
