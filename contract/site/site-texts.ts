import * as z from 'zod'
import { SITE_TEXT } from '../wire/limits.ts'
import { cleanLine, cleanText } from '../wire/text-rules.ts'
import { requiredLine, versionSchema } from '../wire/validation.ts'

const page = z
  .string()
  .overwrite(cleanText)
  .trim()
  .max(SITE_TEXT.page)
  .nullable()
  .describe('Null for the built-in text; empty for no page. A line that starts with # is a heading')

const list = (most: number, message: string) =>
  z.array(requiredLine('Enter a text', SITE_TEXT.entry)).max(most, message)

/** Texts of the site that owners edit on the settings page. */
export const siteTextsSchema = z.strictObject({
  readers: requiredLine('Say who reads an application', SITE_TEXT.line).describe(
    'Who reads an application, as a sentence',
  ),
  hiringSteps: list(SITE_TEXT.hiringSteps, `Enter at most ${SITE_TEXT.hiringSteps} steps`).describe(
    'What follows the first answer, in order',
  ),
  benefits: list(SITE_TEXT.benefits, `Enter at most ${SITE_TEXT.benefits} benefits`),
  retention: z
    .string()
    .overwrite(cleanLine)
    .max(SITE_TEXT.line)
    .describe('How long data is kept, beside Submit; empty for no line'),
  privacy: page,
  terms: page,
})

/** Texts of the site that owners edit. */
export type SiteTexts = z.output<typeof siteTextsSchema>

/** The texts until an owner changes them. */
export const DEFAULT_SITE_TEXTS: SiteTexts = {
  readers: 'Someone on the team who does this work reads it, and so does the person you would work for.',
  hiringSteps: [],
  benefits: [],
  retention: 'We keep your application until you erase it on its private page, or until we delete it.',
  privacy: null,
  terms: null,
}

/** Stands for the built-in `retention` where no mail server is configured: no private link reaches an applicant. */
export const RETENTION_WITHOUT_MAIL = 'We keep your application until we delete it, or until you ask us to.'

/** The pages whose whole text owners edit. */
export const LEGAL_PAGES = ['privacy', 'terms'] as const

/** One of {@link LEGAL_PAGES}. */
export type LegalPage = (typeof LEGAL_PAGES)[number]

/** Response of `GET /api/admin/site-texts`. */
export const storedSiteTextsSchema = z.strictObject({
  texts: siteTextsSchema,
  builtIn: z.strictObject({ privacy: z.string(), terms: z.string() } satisfies Record<LegalPage, z.ZodType>),
  version: versionSchema.nullable().describe('null before the first change'),
})

/** Body of `PATCH /api/admin/site-texts`. */
export const changedSiteTextsSchema = z.strictObject({
  texts: siteTextsSchema.partial().describe('Absent fields stay unchanged'),
  version: versionSchema.nullable().describe('The version that was read; when another is stored, nothing changes'),
})

/** A change of some texts. */
export type ChangedSiteTexts = z.output<typeof changedSiteTextsSchema>

/** What every page has of them, and which of the legal pages exist. */
export type PageTexts = Omit<SiteTexts, LegalPage> & { legalPages: LegalPage[] }
