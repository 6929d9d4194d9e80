import * as z from 'zod'
import { APPLICATION_STATUS } from '../applications/application-statuses.ts'
import { STATUSES_WITH_MESSAGE } from '../applications/status-lists.ts'
import { questionSchema, refuseRepeated } from '../jobs/question.ts'
import { MESSAGE_RULES, type MessageRule } from '../messages/message-kinds.ts'
import { ANSWER_WITHIN_DAYS, MAXIMUM, MOST_SAVED_QUESTIONS } from '../wire/limits.ts'
import { recordOf } from '../wire/records.ts'
import { versionSchema } from '../wire/validation.ts'
import { webOriginSchema } from '../wire/web-origin.ts'

const rule = z.enum(MESSAGE_RULES)

/** What owners set on the settings page. A new setting has its default in {@link DEFAULT_SETTINGS}. */
export const settingsSchema = z.strictObject({
  answerWithinDays: z
    .int('Enter a whole number of days')
    .min(1, 'Enter at least 1 day')
    .max(90, 'Enter at most 90 days'),
  decisionMessages: z
    .strictObject(recordOf(STATUSES_WITH_MESSAGE, () => rule))
    .describe(`Whether a move to ${STATUSES_WITH_MESSAGE.join(', ')} sends its message`),
  digest: z
    .strictObject({
      isOn: z.boolean(),
      time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 08:00'),
    })
    .describe('When admins with an address get a mail about applicants who wait, in the time zone of the company'),
  isPromisePublic: z.boolean().describe('Whether everyone may see by month how the promise was kept'),
  embeddingSites: z
    .array(webOriginSchema)
    .max(MAXIMUM.embeddingSites, `Enter at most ${MAXIMUM.embeddingSites} sites`)
    .describe('Sites that may show the list of open positions in a frame'),
  savedQuestions: z
    .array(questionSchema)
    .max(MOST_SAVED_QUESTIONS, `Keep at most ${MOST_SAVED_QUESTIONS} questions`)
    .superRefine(refuseRepeated('Save each question once'))
    .describe('Questions to use again in other postings'),
})

/** What owners set on the settings page. */
export type Settings = z.output<typeof settingsSchema>

/** The settings until an owner changes them. */
export const DEFAULT_SETTINGS: Settings = {
  answerWithinDays: ANSWER_WITHIN_DAYS,
  decisionMessages: recordOf(STATUSES_WITH_MESSAGE, (status): MessageRule => APPLICATION_STATUS[status].message),
  digest: { isOn: true, time: '08:00' },
  isPromisePublic: false,
  embeddingSites: [],
  savedQuestions: [],
}

/** Response of `GET /api/admin/settings`. */
export const storedSettingsSchema = z.strictObject({
  settings: settingsSchema,
  version: versionSchema.nullable().describe('null before the first change'),
})

/** Body of `PATCH /api/admin/settings`. */
export const changedSettingsSchema = z.strictObject({
  settings: settingsSchema.partial().describe('Absent fields stay unchanged'),
  version: versionSchema.nullable().describe('The version that was read; when another is stored, nothing changes'),
})

/** A change of some settings. */
export type ChangedSettings = z.output<typeof changedSettingsSchema>
