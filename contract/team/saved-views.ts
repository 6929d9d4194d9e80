import * as z from 'zod'
import {
  isJobChoice,
  isPersonChoice,
  isTagChoice,
  LIST_SORTS,
  LIST_TABS,
  type ListFilter,
} from '../search/list-filter.ts'
import { MAX_ID, MAXIMUM, SAVED_VIEW, TAG } from '../wire/limits.ts'
import { cleanLine } from '../wire/text-rules.ts'
import { idSchema, requiredLine, versionSchema } from '../wire/validation.ts'

const LONGEST_ID = `${MAX_ID}`.length

/** What a view shows: the filter of the list, as the address of the dashboard holds it. */
export const listFilterSchema = z.strictObject({
  tab: z.enum(LIST_TABS),
  job: z
    .string()
    .max(LONGEST_ID)
    .refine(isJobChoice, 'No posting')
    .describe('Id of a posting, none for general applications, or empty for all'),
  assigned: z
    .string()
    .max(LONGEST_ID)
    .refine(isPersonChoice, 'No person')
    .describe('Id of a person, me for whoever opens the view, or empty for all'),
  tags: z
    .string()
    .max((LONGEST_ID + 1) * TAG.mostOfApplication)
    .refine(isTagChoice, 'No tags')
    .describe('Ids of tags, all of which they have, parted by commas; empty for all'),
  search: z.string().overwrite(cleanLine).max(MAXIMUM.jobLine).describe('Words to find; empty for none'),
  sort: z.enum(LIST_SORTS).describe('usual is the order of the tab'),
}) satisfies z.ZodType<ListFilter>

/** What a filter names that can be missing. */
const NAMED = ['job', 'assigned', 'tags'] as const

const name = requiredLine('Give the view a name', SAVED_VIEW.longest)

const isShared = z.boolean().describe('Whether all colleagues see it')

/** A name for what the list of applications shows: a filter, never rows or counts. */
export const savedViewSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  filter: listFilterSchema,
  isShared,
  isOwn: z.boolean().describe('Whether the viewer has made it'),
  by: z.string().nullable().describe('Who made it; null where the account is gone: it belongs to the owners then'),
  mayChange: z.boolean().describe('Whether the viewer may rename it and change what it shows'),
  mayDelete: z.boolean().describe('Whether the viewer may delete it'),
  missing: z
    .array(z.enum(NAMED))
    .describe('What it filters by that no longer exists, or that the viewer does not see: both look the same'),
  version: versionSchema,
})

/** Response of `GET /api/admin/saved-views`: those of the viewer and those that are shared, by name. */
export const savedViewsSchema = z.strictObject({ views: z.array(savedViewSchema) })

/** Body of `POST /api/admin/saved-views`. */
export const newSavedViewSchema = z.strictObject({ name, filter: listFilterSchema, isShared })

/** Body of `PATCH /api/admin/saved-views/{id}`. */
export const savedViewChangeSchema = newSavedViewSchema
  .partial()
  .extend({ version: versionSchema })
  .refine(({ version: _, ...change }) => Object.keys(change).length > 0, 'Nothing to change')

/** A saved view. */
export type SavedView = z.output<typeof savedViewSchema>
/** What a view is made of. */
export type NewSavedView = z.output<typeof newSavedViewSchema>
/** What a view becomes. */
export type SavedViewChange = z.output<typeof savedViewChangeSchema>
/** What a view filters by that a viewer cannot find. */
export type MissingName = SavedView['missing'][number]
