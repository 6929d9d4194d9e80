import * as z from 'zod'
import { idSchema, instantSchema } from '../wire/validation.ts'
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from './import-fields.ts'
import { IMPORT } from './import-limits.ts'
import { DATE_ORDERS, IMPORT_PRESET_NAMES } from './import-presets.ts'
import { IMPORTED_STATES } from './imported-states.ts'

const text = z.string().max(IMPORT.cell)

const once = (texts: readonly { text: string }[]) => new Set(texts.map((each) => each.text)).size === texts.length

/** What an import does with a table. */
export const importOptionsSchema = z.strictObject({
  columns: z
    .array(z.enum(IMPORT_FIELD_NAMES).nullable())
    .min(1)
    .max(IMPORT.columns)
    .refine(
      (columns) =>
        columns.every(
          (field, index) => field === null || IMPORT_FIELDS[field].takes !== 'one' || columns.indexOf(field) === index,
        ),
      'One of these fields can take one column alone',
    )
    .describe('What each column becomes, in the order of the table; null leaves it out'),
  statuses: z
    .array(z.strictObject({ text, state: z.enum(IMPORTED_STATES) }))
    .max(IMPORT.mapped)
    .refine(once, 'Name each status once')
    .describe('What the statuses of the other system become; one that is not named is pending'),
  jobs: z
    .array(z.strictObject({ text, jobId: idSchema.nullable() }))
    .max(IMPORT.mapped)
    .refine(once, 'Name each position once')
    .describe('Which posting a position means; null makes it a general application that names the position'),
  dateOrder: z.enum(DATE_ORDERS),
  duplicates: z
    .enum(['skip', 'update'])
    .describe('What happens to a row whose application is here already: nothing, or its empty fields are filled in'),
})

/** What an import does with a table. */
export type ImportOptions = z.output<typeof importOptionsSchema>

/** Where an import stands. */
const IMPORT_STATES = ['draft', 'running', 'done', 'undoing', 'undone', 'finished'] as const
/** See {@link IMPORT_STATES}. */
export type ImportState = (typeof IMPORT_STATES)[number]

/** What became of a row. */
const IMPORT_ROW_STATES = ['waiting', 'created', 'updated', 'skipped', 'failed', 'kept'] as const
/** See {@link IMPORT_ROW_STATES}. */
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number]

const count = z.int().min(0)

/** What has become of the rows so far. */
const importCountsSchema = z.strictObject({
  rows: count,
  created: count,
  updated: count,
  skipped: count.describe('Here already'),
  failed: count,
  files: count.describe('Resumes that were stored'),
  kept: count.describe('Created by it, and not removed when it was undone'),
})

/** What has become of the rows so far. */
export type ImportCounts = z.output<typeof importCountsSchema>

const summary = {
  id: idSchema,
  name: z.string().describe('Of the table'),
  preset: z.enum(IMPORT_PRESET_NAMES).nullable(),
  state: z.enum(IMPORT_STATES),
  by: z.string().nullable().describe('Who made it; null for the operator'),
  createdAt: instantSchema,
  endedAt: instantSchema.nullable(),
  undoUntil: instantSchema.nullable(),
  counts: importCountsSchema,
}

/** An import as the list has it. */
const importSummarySchema = z.strictObject(summary)
/** An import as the list has it. */
export type ImportSummary = z.output<typeof importSummarySchema>

/** Response of `GET /api/admin/imports`: newest first. */
export const importListSchema = z.strictObject({ imports: z.array(importSummarySchema) })

/** One value that keeps a row from being imported, or that could not be taken over. */
const importProblemSchema = z.strictObject({
  column: z.string().describe('The header of the column; empty for what belongs to none'),
  value: z.string(),
  message: z.string().describe('What is wrong, and what to do'),
})
/** One value that keeps a row from being imported, or that could not be taken over. */
export type ImportProblem = z.output<typeof importProblemSchema>

/** A row as it would be imported. */
const plannedRowSchema = z.strictObject({
  line: count,
  cells: z.array(z.string()),
  outcome: z.enum(['create', 'duplicate', 'fail']),
  name: z.string(),
  file: z.string().nullable().describe('The file that is taken as its resume'),
  problems: z.array(importProblemSchema),
})
/** A row as it would be imported. */
export type PlannedRow = z.output<typeof plannedRowSchema>

/** What an import would do. */
const importPlanSchema = z.strictObject({
  rows: z.array(plannedRowSchema).max(IMPORT.shownRows),
  creates: count,
  duplicates: count,
  fails: count,
  withFile: count,
  unusedFiles: count.describe('Files of the archive that no row takes'),
})
/** What an import would do. */
export type ImportPlan = z.output<typeof importPlanSchema>

/** Response of `GET /api/admin/imports/{id}`. */
export const importSchema = z.strictObject({
  ...summary,
  headers: z.array(z.string()),
  options: importOptionsSchema.nullable().describe('Null before the table was read'),
  files: z.strictObject({ name: z.string(), count }).nullable().describe('The archive'),
  plan: importPlanSchema.nullable().describe('Of a draft that was read'),
  waitsFor: z.string().nullable().describe('Why it does not go on: what its latest attempt ran into'),
  keptReasons: z.array(z.strictObject({ reason: z.string(), count })).describe('Why applications were not removed'),
})
/** One import with all of it. */
export type Import = z.output<typeof importSchema>

/** Body of `POST /api/admin/imports`. */
export const newImportSchema = z.strictObject({
  name: z.string().min(1).max(IMPORT.fileName),
  preset: z.enum(IMPORT_PRESET_NAMES).nullable(),
})

/** Body of `POST /api/admin/imports/{id}/read`. */
export const readImportSchema = z.strictObject({
  files: z.string().min(1).max(IMPORT.fileName).nullable().describe('Name of the archive that was sent; null for none'),
})

/** Query of `PUT /api/admin/imports/{id}/{part}`. */
export const importPieceSchema = z.strictObject({
  offset: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .describe('Bytes that were sent before'),
})

/** Response of such a piece: how much of the file is there. */
export const importSizeSchema = z.strictObject({ size: count })
