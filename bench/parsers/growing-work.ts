import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { findWords } from '../../contract/jobs/search/search-words.ts'
import { searchApplications } from '../../server/features/applications/search/search-applications.ts'
import { findTerms } from '../../server/features/applications/search/search-terms.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { normaliseText } from '../../server/platform/text-extraction/normalise-text.ts'
import { readDoc } from '../../server/platform/text-extraction/read-doc.ts'
import { readDocx } from '../../server/platform/text-extraction/read-docx.ts'
import { validateRelationships } from '../../server/platform/uploads/file-types/docx-relationships.ts'
import {
  GROWING_DOC,
  GROWING_DOCX,
  GROWING_RELATIONSHIPS,
  type Growing,
  LONGEST_DOC,
  LONGEST_DOCX,
  LONGEST_RELATIONSHIPS,
} from '../../test/hostile-files/growing-files.ts'
import { LONGEST_QUERY, OF_LINKS, OF_RESUMES, OF_WORDS, queryOfWords } from '../../test/hostile-files/growing-texts.ts'
import { findLinks } from '../../web/site/legal/legal-links.ts'
import { growingExpressions, QUADRATIC } from './growing-expressions.ts'
import { printGrowingRequests } from './growing-requests.ts'
import { printGrowth } from './print-growth.ts'

/** Feeds the inputs that once took minutes, or could, to what reads them, long and short. @param only takes the readers whose name contains it */
export async function printGrowths(folder: string, only: string): Promise<void> {
  const print: typeof printGrowth = async (what, work) => {
    if (what.includes(only)) await printGrowth(what, work)
  }
  await print('relationships of DOCX files', {
    inputs: GROWING_RELATIONSHIPS,
    longest: LONGEST_RELATIONSHIPS,
    read: validateRelationships,
  })
  await print('texts of DOCX files', { inputs: GROWING_DOCX, longest: LONGEST_DOCX, read: readDocx })
  await print('texts of DOC files', { inputs: GROWING_DOC, longest: LONGEST_DOC, read: readDoc })
  await print('tidying of texts', { ...repeated(OF_RESUMES), read: normaliseText })
  await print('words of a text', { ...repeated(OF_WORDS), read: (text) => findWords(text, ['a', 'x']) })
  await print('links of a text', { ...repeated(OF_LINKS), read: findLinks })
  await print('links of an address', { ...repeated(OF_LINKS), read: (text) => findLinks(OF_LINKS.before + text) })
  const db = await openDatabase(await mkdtemp(join(folder, 'growth-')))
  await print('search for many words', {
    inputs: { 'different words': queryOfWords },
    longest: LONGEST_QUERY,
    read: async (text) =>
      searchApplications(db, { text, sort: 'name', limit: 5, filter: {}, terms: await findTerms(db, text) }),
  })
  await db.destroy()
  await print('regular expressions', growingExpressions())
  await print('regular expressions: one that is quadratic', QUADRATIC)
  await printGrowingRequests(folder, print)
}

function repeated({ units, longest }: { units: string[]; longest: number }): {
  inputs: Growing<string>
  longest: number
} {
  const inputs = units.map((unit) => [JSON.stringify(unit), (length: number) => unit.repeat(length / unit.length)])
  return { inputs: Object.fromEntries(inputs), longest }
}
