import type { Snippet } from '../../../../contract/applications/application-list.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { listResumeTexts } from '../../resumes/resume-text-queries.ts'
import { searchedWords } from '../stored/application-fields.ts'
import type { ApplicationWithResume } from '../stored/application-queries.ts'
import type { SearchTerm } from '../stored/search-index-entries.ts'
import { excerptOf, SEARCHED_LENGTH } from './excerpts.ts'

/**
 * Excerpts of resumes that have words of a query which nothing else on the row explains: neither a field of the
 * application nor the title of its posting.
 * @returns by application; none for the others
 */
export async function findSnippets(
  db: Db,
  applications: readonly ApplicationWithResume[],
  terms: readonly SearchTerm[],
): Promise<Map<number, Snippet>> {
  const unexplained = new Map(applications.map((row) => [row.id, unexplainedWords(row, terms)]))
  const ids = applications.map(({ id }) => id).filter((id) => unexplained.get(id)?.length)
  const snippets = new Map<number, Snippet>()
  for (const [id, text] of await listResumeTexts(db, ids, SEARCHED_LENGTH)) {
    const snippet = excerptOf(text, unexplained.get(id) ?? [])
    if (snippet) snippets.set(id, snippet)
  }
  return snippets
}

/** The words of a query that neither the fields of an application nor the title of its posting have. */
function unexplainedWords(row: ApplicationWithResume, terms: readonly SearchTerm[]): string[] {
  const words = searchedWords(row)
  return terms
    .filter(({ jobIds }) => row.job_id === null || !jobIds.includes(row.job_id))
    .map(({ word }) => word)
    .filter((wanted) => !words.some((word) => word.startsWith(wanted)))
}
