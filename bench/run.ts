import { chmod, mkdtemp } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printAnonymousCosts } from './anonymous/anonymous-costs.ts'
import type { Section } from './bench.ts'
import { printBoard } from './browser/board.ts'
import { printDashboard } from './browser/dashboard-trace.ts'
import { printFirstVisit } from './browser/first-visit.ts'
import { printReview } from './browser/review.ts'
import { printSearchOverlay } from './browser/search-overlay.ts'
import { printColdStart } from './cold-start.ts'
import { printFeeds } from './feeds.ts'
import { measureUndisturbed } from './figures/measure-undisturbed.ts'
import { type Measured, printTable } from './figures/print.ts'
import { printPrivateLinks } from './guessed-links.ts'
import { printInterference } from './interference.ts'
import { printLists } from './lists.ts'
import { printLiveStreams } from './open-streams.ts'
import { printParsers } from './parsers.ts'
import { printReads } from './reads.ts'
import { printJobSearch } from './search-costs.ts'
import { printMessages } from './sending.ts'
import { printSignInTiming } from './sign-in-timing.ts'
import { cleanUpAtExit } from './site/clean-up-at-exit.ts'
import { printSubmissions } from './submissions.ts'
import { printTwoProcesses } from './two-processes.ts'
import { printUnderPressure } from './under-pressure.ts'
import { printUploadMemory } from './upload-memory.ts'

/** Measures the running program against the least that could do the same. Each figure is a ratio or has a limit. */

const SECTIONS: Record<string, Section> = {
  reads: printReads,
  start: printColdStart,
  submissions: printSubmissions,
  'upload-memory': printUploadMemory,
  lists: printLists,
  'live-streams': printLiveStreams,
  interference: printInterference,
  processes: printTwoProcesses,
  'sign-ins': printSignInTiming,
  'private-links': printPrivateLinks,
  pressure: printUnderPressure,
  dashboard: printDashboard,
  review: printReview,
  board: printBoard,
  'search-overlay': printSearchOverlay,
  'first-visit': printFirstVisit,
  messages: printMessages,
  'job-search': printJobSearch,
  feeds: printFeeds,
  'anonymous-costs': printAnonymousCosts,
  parsers: printParsers,
}
const QUIET = { rounds: 5, seconds: 1, sizes: { few: 1_000, many: 100_000 } }
/** Of a section that other programs disturb. */
const MOST_ATTEMPTS = 3
/** To try the bench out: its figures mean nothing. */
const BRIEF = { rounds: 2, seconds: 0.3, sizes: { few: 1_000, many: 10_000 } }

const { positionals, values } = parseArgs({ allowPositionals: true, options: { brief: { type: 'boolean' } } })
const unknown = positionals.filter((name) => !Object.hasOwn(SECTIONS, name))
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}. The sections are: ${Object.keys(SECTIONS).join(', ')}.`)
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'wellhead-bench-'))
cleanUpAtExit(folder)
// PostgreSQL runs as a user of its own and has its files in here.
await chmod(folder, 0o711)
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`)
const measured: Measured[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(SECTIONS)) {
  console.log(`\n${name}`)
  const begun = performance.now()
  const section = SECTIONS[name]
  if (!section) continue
  // The others are worth having all the same.
  const run = () =>
    section({ folder, ...(values.brief ? BRIEF : QUIET) }).catch((error: unknown) => {
      console.error(error)
      process.exitCode = 1
    })
  measured.push(await measureUndisturbed(run, values.brief ? 1 : MOST_ATTEMPTS))
  console.log(`  ${Math.round((performance.now() - begun) / 1000)} s`)
}
printTable(measured)
// Not every server that was started would let the program end.
process.exit()
