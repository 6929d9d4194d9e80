import type { Company } from '../../../contract/company.ts'
import type { PageData } from '../../../contract/page-data.ts'
import type { Clock } from '../../platform/clock.ts'
import { type PreparedAnswer, prepareAnswer } from '../../platform/http/prepared-answer.ts'
import type { JobBoard } from '../jobs/job-board.ts'
import { composeDocument } from './page-document.ts'
import type { PageSource } from './page-source.ts'

/** Renders pages and keeps each until a posting or the year changes. */
export type PageMaker = {
  /** What pages are made of now; null while nothing made of it may be given again unasked. */
  edition(): string | null
  /**
   * @param path address to render
   * @param answers what is already known, by call address
   */
  make(path: string, answers: () => Promise<PageData['answers']>): Promise<PreparedAnswer>
}

/** Of a site with thousands of postings the last ones asked for are kept; some 30 kB each, with what is compressed. */
const MOST_KEPT = 1_000

/** Makes the page maker of a site. */
export function createPageMaker(options: {
  source: PageSource
  board: JobBoard
  clock: Clock
  company: Company
  publicUrl: string
}): PageMaker {
  const { source, board, clock, company, publicUrl } = options
  const kept = new Map<string, Promise<PreparedAnswer>>()
  let keptFor = ''

  const render = async (path: string, readAnswers: () => Promise<PageData['answers']>) => {
    const [{ template, render: renderPage }, answers] = await Promise.all([source.load(path), readAnswers()])
    const data: PageData = { company, publicUrl, year: clock().getUTCFullYear(), answers }
    const page = renderPage(path, data)
    return prepareAnswer(composeDocument(template, page, data), {
      status: page.status,
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
    })
  }

  const state = () => `${board.version()} ${clock().getUTCFullYear()}`

  return {
    edition: () => (source.isStable && board.isCurrent() ? state() : null),
    make: (path, answers) => {
      if (!source.isStable) return render(path, answers)
      const now = state()
      if (now !== keptFor) kept.clear()
      keptFor = now

      const before = kept.get(path)
      if (before) return before
      const page = render(path, answers)
      kept.set(path, page)
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
      const forget = () => kept.get(path) === page && kept.delete(path)
      // What shows old postings is made anew for the next visitor, which has them read again.
      page.then(() => board.isCurrent() || forget(), forget)
      return page
    },
  }
}
