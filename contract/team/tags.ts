import * as z from 'zod'
import { applicationSchema } from '../applications/application.ts'
import { MAX_CHANGED_TOGETHER, TAG } from '../wire/limits.ts'
import { idSchema, requiredLine } from '../wire/validation.ts'
import { TAG_COLORS } from './tag-colors.ts'

const color = z.enum(TAG_COLORS)

const name = requiredLine('Give the tag a name', TAG.longest)

/** A word, with a color, that colleagues put on applications. It belongs to the installation. */
export const tagSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  color,
  applications: z.int().min(0).describe('How many have it, of those that the viewer sees'),
})

/** Response of `GET /api/admin/tags`: all of them, by name. */
export const tagsSchema = z.strictObject({ tags: z.array(tagSchema) })

/** Body of `POST /api/admin/tags`. */
export const newTagSchema = z.strictObject({ name, color })

/** Body of `PATCH /api/admin/tags/{id}`. */
export const tagChangeSchema = z.strictObject({
  name,
  color,
  mergesInto: idSchema
    .optional()
    .describe('Another tag: its applications get that one, and this one is deleted; name and color are not read then'),
})

const tagIds = z
  .array(idSchema)
  .max(TAG.mostOfApplication)
  .refine((ids) => new Set(ids).size === ids.length, 'Name each tag once')

/** Body of `POST /api/admin/application-tags`. */
export const taggingSchema = z
  .strictObject({ put: tagIds, take: tagIds, applications: z.array(idSchema).min(1).max(MAX_CHANGED_TOGETHER) })
  .refine(({ put, take }) => put.length + take.length > 0, 'Name a tag')
  .refine(({ put, take }) => !put.some((id) => take.includes(id)), 'A tag is either put on or taken off')
  .refine(({ applications }) => new Set(applications).size === applications.length, 'Name each application once')

/** Response of `POST /api/admin/application-tags`. */
export const taggedSchema = z.strictObject({
  changed: z.array(applicationSchema),
  unchanged: z.array(idSchema).describe('These had the tags already, or had none to take off'),
  refused: z.array(
    z.strictObject({
      id: idSchema,
      name: z.string().nullable().describe("The applicant's; null when the application no longer exists"),
      reason: z.enum(['not_found', 'quarantined', 'set_aside', 'too_many_tags']),
    }),
  ),
})

/** A tag. */
export type Tag = z.output<typeof tagSchema>
/** What a tag is made of. */
export type NewTag = z.output<typeof newTagSchema>
/** What a tag becomes. */
export type TagChange = z.output<typeof tagChangeSchema>
/** Tags that are put on applications, and taken off them. */
export type Tagging = z.output<typeof taggingSchema>
/** What became of each application. */
export type Tagged = z.output<typeof taggedSchema>
