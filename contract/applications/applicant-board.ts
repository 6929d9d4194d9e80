import * as z from 'zod'
import { ANSWER_MARKS } from '../jobs/question-kinds.ts'
import { BOARD_COLUMN } from '../wire/limits.ts'
import { idSchema, instantSchema, numberTextSchema, versionSchema } from '../wire/validation.ts'
import { APPLICATION_STATUSES } from './status-lists.ts'

const count = z.int().min(0)

/** Response of `GET /api/admin/jobs/applicant-counts`: a posting without applications has no entry. */
export const applicantCountsSchema = z.array(
  z.strictObject({
    jobId: idSchema,
    total: count.describe('All applications to the posting, archived ones included'),
    pending: count.describe('Pending and not archived'),
    open: count.describe('Pending, reviewing or in interview, and not archived'),
  }),
)

/** Query of `GET /api/admin/jobs/{id}/board`. */
export const applicantBoardQuerySchema = z.strictObject({
  limit: numberTextSchema(BOARD_COLUMN.most)
    .optional()
    .describe(`Cards of one column; ${BOARD_COLUMN.usual} unless said otherwise`),
})

/** An application as the board shows it. */
const boardCardSchema = z.strictObject({
  id: idSchema,
  version: versionSchema,
  name: z.string(),
  createdAt: instantSchema,
  inStageSince: instantSchema.describe('Of the last change of status that was not undone; otherwise of the submission'),
  interviewDate: instantSchema.nullable(),
  answerBy: z.iso.date().nullable().describe('As in the application'),
  firstAnswer: z
    .string()
    .nullable()
    .describe('To the first question that was answered, cut to 120 characters; null without answers'),
  marks: z.array(z.enum(ANSWER_MARKS)).describe('The marks that the answers have, each once'),
  isWithdrawn: z.boolean().describe('The applicant withdrew it, and an admin took it out of the archive'),
})

/** Response of `GET /api/admin/jobs/{id}/board`: one column for each status, the oldest application first. */
export const applicantBoardSchema = z.strictObject({
  columns: z.array(
    z.strictObject({
      status: z.enum(APPLICATION_STATUSES),
      total: count.describe('Applications in this column, also those without a card in this response'),
      cards: z.array(boardCardSchema),
    }),
  ),
})

/** How many applications a posting has. */
export type ApplicantCounts = z.output<typeof applicantCountsSchema>[number]
/** An application as the board shows it. */
export type BoardCard = z.output<typeof boardCardSchema>
/** The applications of a posting by status, archived and quarantined ones left out. */
export type ApplicantBoard = z.output<typeof applicantBoardSchema>
