import type { Snippet } from '../../../../contract/applications/application-list.ts'
import { wordsOf } from '../../../../contract/jobs/search/search-words.ts'
import type { ExcerptSource, FoundPerson, SearchResults } from '../../../../contract/search/search-results.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { findJobTitles } from '../../jobs/job-queries.ts'
import { listResumeTexts } from '../../resumes/resume-text-queries.ts'
import { answerText, SEARCHED_COLUMNS } from '../stored/application-fields.ts'
import { type ApplicationWithResume, findApplications } from '../stored/application-queries.ts'
import { excerptOf, markWords, SEARCHED_LENGTH } from './excerpts.ts'
import { searchApplications } from './search-applications.ts'
import { findTerms } from './search-terms.ts'

/** People in one response. */
const SHOWN = 8
/** The newest that are read, so that who is found by name comes before who only mentions the word. */
const READ = 100
/** Characters of a text that cannot be marked. */
const START_LENGTH = 160

type SearchedColumn = keyof typeof SEARCHED_COLUMNS

/** The columns that an excerpt is taken from, in this order; the resume comes after them. */
const SOURCES: Array<{ column: SearchedColumn; source: ExcerptSource }> = [
  { column: 'phone', source: 'phone' },
  { column: 'note', source: 'note' },
  { column: 'question_answers', source: 'answer' },
  { column: 'feedback', source: 'feedback' },
  { column: 'linkedin_url', source: 'link' },
  { column: 'portfolio_url', source: 'link' },
]

/** The applications in every status that a query finds, archived ones too: who has the words in name or email first. */
export async function findPeople(
  db: Db,
  text: string,
): Promise<Pick<SearchResults, 'people' | 'peopleTotal' | 'arePeopleExact'>> {
  const terms = await findTerms(db, text)
  const search = { filter: {}, sort: '-date', text, terms, limit: READ } as const
  const { positions, total, isExact } = await searchApplications(db, search)
  const wanted = terms.map(({ word }) => word)
  const isNamed = ({ name, email }: ApplicationWithResume) => {
    const words = wordsOf(`${name}\n${email}`)
    return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
  }
  const ids = positions.map(({ id }) => id)
  const rows = await findApplications(db, ids)
  const shown = [...rows.filter(isNamed), ...rows.filter((row) => !isNamed(row))].slice(0, SHOWN)
  const titles = await findJobTitles(
    db,
    shown.flatMap(({ job_id }) => job_id ?? []),
  )
  const shownIds = shown.map(({ id }) => id)
  const resumes = await listResumeTexts(db, shownIds, SEARCHED_LENGTH)
  const people = shown.map((row) => {
    const title = row.job_id === null ? undefined : titles.get(row.job_id)
    return presentPerson(row, { wanted, title, resume: resumes.get(row.id) ?? '' })
  })
  return { people, peopleTotal: total, arePeopleExact: isExact }
}

type Found = { wanted: string[]; title: string | undefined; resume: string }

function presentPerson(row: ApplicationWithResume, { wanted, title, resume }: Found): FoundPerson {
  const shownWords = wordsOf([row.name, row.email, title].join('\n'))
  const unexplained = wanted.filter((begin) => !shownWords.some((word) => word.startsWith(begin)))
  return {
    id: row.id,
    name: markWords(row.name, wanted),
    email: markWords(row.email, wanted),
    position: title === undefined ? null : markWords(title, wanted),
    hasJob: row.job_id !== null,
    status: row.status,
    archived: row.archived === 1,
    withdrawnAt: row.withdrawn_at,
    createdAt: row.created_at,
    excerpts: excerptsOf(row, unexplained, resume),
  }
}

/** For each word the first place that has it; one excerpt may show several words. */
function excerptsOf(row: ApplicationWithResume, words: readonly string[], resume: string): FoundPerson['excerpts'] {
  const excerpts: FoundPerson['excerpts'] = []
  for (const word of words) {
    const isShown = excerpts.some(({ text, ranges }) =>
      ranges.some(([begin, end]) => wordsOf(text.slice(begin, end)).some((shown) => shown.startsWith(word))),
    )
    const found = isShown ? undefined : findExcerpt(row, word, words, resume)
    if (found) excerpts.push(found)
  }
  return excerpts
}

function findExcerpt(
  row: ApplicationWithResume,
  word: string,
  words: readonly string[],
  resume: string,
): FoundPerson['excerpts'][number] | undefined {
  for (const { column, source } of SOURCES) {
    const stored = row[column] ?? ''
    if (!SEARCHED_COLUMNS[column](stored).some((each) => each.startsWith(word))) continue
    const text = column === 'question_answers' ? answerText(stored) : stored
    // A number that is grouped in another way, for example, has no word to mark.
    return { source, ...(remark(excerptOf(text, [word]), words) ?? { text: text.slice(0, START_LENGTH), ranges: [] }) }
  }
  const excerpt = remark(excerptOf(resume, [word]), words)
  return excerpt && { source: 'resume', ...excerpt }
}

/** Marks the other words of the query too. */
function remark(excerpt: Snippet | undefined, words: readonly string[]): Snippet | undefined {
  return excerpt && markWords(excerpt.text, words)
}
