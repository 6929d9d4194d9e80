import * as z from 'zod'
import { RESUME_KINDS } from '../applications/resume-kinds.ts'
import { givenAnswerSchema } from '../jobs/question.ts'
import { emailSchema } from '../wire/email-address.ts'
import { COLLEAGUE_QUESTION, COMMENT } from '../wire/limits.ts'
import { keysOf } from '../wire/records.ts'
import { idSchema, instantSchema, optionalText, requiredText } from '../wire/validation.ts'
import { interviewerScorecardSchema } from './scorecards.ts'
import { VERDICTS } from './verdicts.ts'

/** A question about an application to a colleague who needs no account. */
export const colleagueQuestionSchema = z.strictObject({
  id: idSchema,
  email: z.string(),
  name: z.string().nullable().describe('Of an interviewer, as typed for the interview; null for any other colleague'),
  question: z.string(),
  askedBy: z.string().describe('Who asked, or made the link of an interviewer last; the name at that time'),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  endedAt: instantSchema.nullable().describe('When somebody ended the link before its time'),
  isOpen: z.boolean().describe('Whether the link works'),
  mayMakeLink: z.boolean().describe('Whether the viewer may make another link'),
  linkShownAt: instantSchema
    .nullable()
    .describe('When the link was last shown, to be passed on by hand; null where it only went by mail, or never'),
  lastOpenedAt: instantSchema.nullable().describe('When the colleague last opened the present link'),
  answers: z.int().describe('How often the colleague has answered; the answers are comments'),
  scorecardAt: instantSchema
    .nullable()
    .describe(
      'When the interviewer first gave a scorecard with such a link; null where the link is not of an interview',
    ),
  mail: z
    .enum(['waiting', 'sent', 'failed'])
    .nullable()
    .describe('What became of the latest mail with its link; null where there was none'),
})

/** Response of `GET /api/admin/applications/{id}/colleague-questions`: newest first. */
export const colleagueQuestionsSchema = z.strictObject({
  questions: z.array(colleagueQuestionSchema),
  sendsMail: z.boolean().describe('Whether a link can go by mail'),
})

/** Body of `POST /api/admin/applications/{id}/colleague-questions`. */
export const newColleagueQuestionSchema = z.strictObject({
  email: emailSchema,
  question: requiredText('Write a question', COLLEAGUE_QUESTION.longest),
  byMail: z.boolean().describe('Sends the link to the address, in place of showing it'),
})

/** A question with its link, which no later response has. */
export const madeColleagueQuestionSchema = z.strictObject({
  question: colleagueQuestionSchema,
  url: z.string().nullable().describe('The link, shown this once; null where it goes by mail'),
})

/** What a colleague has answered. */
const ownAnswerSchema = z.strictObject({
  verdict: z.enum(VERDICTS),
  comment: z.string(),
  at: instantSchema,
})

/** Response of `GET /api/colleague-question`. */
export const linkedQuestionSchema = z.strictObject({
  askedBy: z.string(),
  expiresAt: instantSchema,
  device: z
    .enum(['known', 'first', 'new', 'full'])
    .describe(
      'Whether this device has opened the link; a new one beside others needs a code from the mailbox, and finds no room on a full one',
    ),
  canSendCode: z.boolean(),
  asked: z
    .strictObject({
      email: z.string(),
      name: z.string().nullable().describe('Of an interviewer, who signs with it; null for any other colleague'),
      question: z.string(),
      applicant: z.string(),
      job: z.string().nullable().describe('null for a general application'),
      appliedAt: instantSchema,
      note: z.string().nullable(),
      questionAnswers: z.array(givenAnswerSchema),
      resume: z.strictObject({ kind: z.enum(keysOf(RESUME_KINDS)), fileName: z.string(), size: z.int() }).nullable(),
      answers: z.array(ownAnswerSchema).describe('Oldest first'),
      scorecard: interviewerScorecardSchema
        .nullable()
        .describe('null for a link that did not come with the invitation to an interview'),
    })
    .nullable()
    .describe('null for a device that has not opened the link'),
})

/** Body of `POST /api/colleague-question/open`. */
export const openedQuestionSchema = z.strictObject({
  code: z
    .string()
    .regex(/^\d{6}$/, 'The code has six digits')
    .nullable()
    .describe('From the mail; null on the first device'),
})

/** Response of `POST /api/colleague-question/open`. */
export const openedDeviceSchema = z.strictObject({
  device: z.string().describe('The secret by which this device is known from now on'),
})

/** Body of `POST /api/colleague-question/answer`. */
export const colleagueAnswerSchema = z.strictObject({
  verdict: z.enum(VERDICTS, { error: 'Choose an answer' }),
  comment: optionalText(COMMENT.longest),
})

/** A question to a colleague. */
export type ColleagueQuestion = z.output<typeof colleagueQuestionSchema>
/** Whom someone asks what. */
export type NewColleagueQuestion = z.output<typeof newColleagueQuestionSchema>
/** A question with its link. */
export type MadeColleagueQuestion = z.output<typeof madeColleagueQuestionSchema>
/** What a colleague is asked, as the link shows it. */
export type LinkedQuestion = z.output<typeof linkedQuestionSchema>
/** What a colleague answers. */
export type ColleagueAnswer = z.output<typeof colleagueAnswerSchema>
