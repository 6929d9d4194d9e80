import * as z from 'zod'
import { COMMENT } from '../wire/limits.ts'
import { idSchema, instantSchema, readVersionSchema, requiredText, versionSchema } from '../wire/validation.ts'
import { VERDICTS } from './verdicts.ts'

/** A colleague as comments name them. */
const colleagueSchema = z.strictObject({ id: idSchema, name: z.string() })

/** What colleagues write to each other about an application. Applicants never see it. */
const commentSchema = z.strictObject({
  id: idSchema,
  by: z.strictObject({
    id: idSchema.nullable().describe('null for a colleague without an account'),
    name: z.string().describe('The name at that time; the address of a colleague without an account'),
  }),
  verdict: z.enum(VERDICTS).nullable().describe('What a colleague without an account says of the applicant'),
  createdAt: instantSchema,
  text: z.string().nullable().describe('null once it is deleted: a line stays that says so'),
  mentions: z.array(colleagueSchema).describe('Whom the text mentions, by their names of today'),
  editedAt: instantSchema.nullable(),
  deletedAt: instantSchema.nullable(),
  version: versionSchema,
})

/** Response of `GET /api/admin/applications/{id}/comments`: oldest first. */
export const commentsSchema = z.strictObject({
  comments: z.array(commentSchema),
  viewers: z.array(colleagueSchema).describe('Everyone who sees the application, and so can be mentioned'),
})

const mentions = z
  .array(idSchema)
  .max(COMMENT.mostMentions, `Mention at most ${COMMENT.mostMentions} people`)
  .refine((ids) => new Set(ids).size === ids.length, 'Mention each person once')
  .describe('Who is told about it: people who see the application')

/** Body of `POST /api/admin/applications/{id}/comments`. */
export const newCommentSchema = z.strictObject({
  text: requiredText('Write a comment first', COMMENT.longest),
  mentions,
})

/** Body of `PATCH /api/admin/comments/{id}`. Those whom it mentions anew are told. */
export const commentChangeSchema = newCommentSchema.extend({ version: readVersionSchema })

/** Response to a written, a changed and a deleted comment. */
export const savedCommentSchema = commentSchema

/** Response of `GET /api/admin/comments/{id}/versions`: the earlier texts, newest first. */
export const commentVersionsSchema = z.strictObject({
  versions: z.array(
    z.strictObject({ text: z.string(), until: instantSchema.describe('When the next text replaced it') }),
  ),
})

/** One comment. */
export type Comment = z.output<typeof commentSchema>
/** What a colleague writes. */
export type NewComment = z.output<typeof newCommentSchema>
/** What an author makes of a comment. */
export type CommentChange = z.output<typeof commentChangeSchema>
/** The earlier texts of a comment. */
export type CommentVersions = z.output<typeof commentVersionsSchema>
