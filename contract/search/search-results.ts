import * as z from 'zod'
import { requiredSearchText, snippetSchema } from '../applications/application-list.ts'
import { APPLICATION_STATUSES } from '../applications/status-lists.ts'
import { JOB_STATUSES } from '../jobs/job-statuses.ts'
import { idSchema, instantSchema } from '../wire/validation.ts'

/** Where a searched word was found, unless it stands in name, email or position. */
const EXCERPT_SOURCES = ['phone', 'note', 'link', 'answer', 'feedback', 'resume'] as const

/** Query of `GET /api/admin/search`. */
export const searchQuerySchema = z.strictObject({ q: requiredSearchText })

/** A person that a search has found: one application, in whatever status. */
const foundPersonSchema = z.strictObject({
  id: idSchema.describe('Of the application'),
  name: snippetSchema,
  email: snippetSchema,
  position: snippetSchema.nullable().describe('Title of the posting; null without one, and where it was deleted'),
  hasJob: z.boolean(),
  status: z.enum(APPLICATION_STATUSES),
  archived: z.boolean(),
  withdrawnAt: instantSchema.nullable(),
  createdAt: instantSchema,
  excerpts: z
    .array(z.strictObject({ source: z.enum(EXCERPT_SOURCES), ...snippetSchema.shape }))
    .describe('For each searched word that the fields above do not have, where it was found'),
})

/** A posting that a search has found, in whatever status. */
const foundPostingSchema = z.strictObject({
  id: idSchema,
  title: snippetSchema,
  facts: snippetSchema.describe('Location, department and codes in one line'),
  status: z.enum(JOB_STATUSES),
  isActive: z.boolean(),
  closingDate: z.iso.date().nullable(),
})

/** What a search finds among people and postings: the first of each, and how many there are. */
export const searchResultsSchema = z.strictObject({
  people: z.array(foundPersonSchema).describe('Those found by name or email first, then the newest'),
  peopleTotal: z.int().min(0),
  arePeopleExact: z.boolean().describe('false when there may be more people than the total'),
  postings: z.array(foundPostingSchema).describe('The newest first'),
  postingsTotal: z.int().min(0),
})

/** What a search finds. */
export type SearchResults = z.output<typeof searchResultsSchema>
/** A person that a search has found. */
export type FoundPerson = SearchResults['people'][number]
/** A posting that a search has found. */
export type FoundPosting = SearchResults['postings'][number]
/** Where a searched word was found. */
export type ExcerptSource = (typeof EXCERPT_SOURCES)[number]
