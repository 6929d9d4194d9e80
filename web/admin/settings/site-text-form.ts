import type * as z from 'zod'
import { LEGAL_PAGES, type LegalPage, type SiteTexts, siteTextsSchema } from '../../../contract/site/site-texts.ts'
import { createStoredDrafts } from '../../session/stored-drafts.ts'
import type { StoredSiteTexts } from '../api/settings-api.ts'

/** The texts as their fields contain them; lists have an entry on each line. */
export type SiteTextFields = Record<keyof SiteTexts, string>

/** The unsaved fields in this browser tab. */
export const siteTextDrafts = createStoredDrafts<Partial<SiteTextFields>>('site-text-drafts')

/** Key of their only draft. */
export const SITE_TEXT_DRAFT = 0

/** The stored texts as fields, with the built-in text of a page that was not replaced. */
export function readFields({ texts, builtIn }: StoredSiteTexts): SiteTextFields {
  return {
    ...texts,
    hiringSteps: texts.hiringSteps.join('\n'),
    benefits: texts.benefits.join('\n'),
    privacy: texts.privacy ?? builtIn.privacy,
    terms: texts.terms ?? builtIn.terms,
  }
}

/** Validates the fields. An unchanged built-in text stays the built-in one, which later versions may improve. */
export function parseFields(fields: SiteTextFields, builtIn: Record<LegalPage, string>) {
  const pages = LEGAL_PAGES.map((page) => [page, isBuiltIn(fields[page], builtIn[page]) ? null : fields[page]])
  const texts = {
    ...fields,
    hiringSteps: linesOf(fields.hiringSteps),
    benefits: linesOf(fields.benefits),
    ...Object.fromEntries(pages),
  }
  return siteTextsSchema.safeParse(texts)
}

/** Whether the text of a page is the built-in one. */
export function isBuiltIn(text: string, builtIn: string): boolean {
  return text.trim() === builtIn.trim()
}

/** The message at a field; for an entry of a list with the number of its line. */
export function errorAt(error: z.ZodError | undefined, field: keyof SiteTexts): string | undefined {
  const issue = error?.issues.find(({ path }) => path[0] === field)
  const line = issue?.path[1]
  return typeof line === 'number' ? `Entry ${line + 1}: ${issue?.message}` : issue?.message
}

/** The entries of a list, one on each line, without the marks that a list has elsewhere. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/^[-*•] /, ''))
    .filter((line) => line !== '')
}
