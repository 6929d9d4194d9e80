import lighthouse from 'lighthouse'
import type { PublicJob } from '../../contract/jobs/job.ts'
import { API, PAGE, pathTo } from '../../contract/wire/paths.ts'
import { freePort } from '../../test/free-port.ts'
import { print, printDetail } from '../figures/print.ts'
import { median } from '../figures/rounds.ts'
import { withBrowser } from './with-browser.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AIM: Record<Category, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** The processor is measured as well as the page, so that one run alone says little on a busy machine. */
const RUNS = 3

type Category = (typeof CATEGORIES)[number]
type Report = { scores: Record<Category, number>; reasons: string[] }

/**
 * Prints what Lighthouse gives the landing page and a job page, as it measures a phone.
 * @param url a site with the demo's postings
 */
export async function printLighthouse(url: string): Promise<void> {
  const [job] = (await (await fetch(url + API.jobs)).json()) as PublicJob[]
  const port = await freePort()
  const args = [`--remote-debugging-port=${port}`]
  await withBrowser(async () => {
    for (const path of [PAGE.landing, pathTo(PAGE.job, job?.id ?? 0)]) {
      const reports: Report[] = []
      for (let run = 0; run < RUNS; run += 1) reports.push(await inspect(url + path, port))
      printReports(path, reports)
    }
  }, args)
}

async function inspect(address: string, port: number): Promise<Report> {
  const result = await lighthouse(address, { port, onlyCategories: [...CATEGORIES], logLevel: 'silent' })
  if (!result) throw new Error(`Lighthouse gave no report on ${address}`)
  const { categories, audits, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not load ${address}: ${runtimeError.message}`)
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])
  const reasons = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${audits[id]?.title}${audits[id]?.displayValue ? ` (${audits[id].displayValue})` : ''}`)
  return { scores: Object.fromEntries(scores) as Report['scores'], reasons }
}

function printReports(path: string, reports: Report[]): void {
  const scores = CATEGORIES.map((name) => ({ name, score: median(reports.map((report) => report.scores[name])) }))
  const measured = scores.map(({ name, score }) => `${name} ${score}`).join(', ')
  const isMet = scores.every(({ name, score }) => score >= AIM[name])
  print(`Lighthouse on ${path}, phone, ${RUNS} runs`, measured, 'performance 98, the others 100', isMet)
  for (const reason of new Set(reports.flatMap((report) => report.reasons))) printDetail(reason)
}
