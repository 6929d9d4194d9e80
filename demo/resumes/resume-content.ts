import type { DemoApplicant } from '../applicants/applicant.ts'
import { EMPLOYERS, SCHOOLS, TRADES, type TradeContent } from './trades.ts'

/** The applicant's data that a resume is written from. */
export type ResumeSource = Pick<DemoApplicant, 'name' | 'email' | 'phone' | 'career'>

/** One job in a resume. */
export type ResumeJob = { title: string; employer: string; place: string; years: string; duties: string[] }

/** A resume, before it is laid out. */
export type ResumeContent = {
  name: string
  headline: string
  contact: string
  summary: string
  experience: ResumeJob[]
  skills: string[]
  education: { degree: string; school: string; years: string }
  /** Accent colour, six hexadecimal digits. */
  accent: string
}

const ACCENTS = ['1F4E5F', '7A3B1D', '2E4A7D', '4A5A23', '5B2A4E']

/** Last year in which a demo career changes employer, so that content does not depend on the clock. */
const LATEST_CHANGE = 2024
const YEARS_PER_JOB = 2
const DUTIES_PER_JOB = 3

/**
 * Writes a resume. The same applicant always gets the same one.
 * @param source whose resume it is
 */
export function resumeContent({ name, email, phone, career }: ResumeSource): ResumeContent {
  const trade = TRADES[career.trade]
  const seed = seedOf(email)
  const isStudent = career.trade === 'student'
  const experience = isStudent ? [studentJob(trade, seed, career.since)] : careerOf(trade, seed, career.since)
  return {
    name,
    headline: experience[0]?.title ?? trade.titles[0],
    contact: [career.home, email, phone].filter((part) => part !== null).join('  |  '),
    summary: `${isStudent ? 'Engineering student' : `Since ${career.since}`} ${trade.focus}. ${trade.strength}`,
    experience,
    skills: trade.skills,
    education: {
      degree: at(trade.degrees, seed),
      school: at(SCHOOLS, seed >>> 3),
      years: isStudent ? `${career.since - 1} - present` : `${career.since - 4} - ${career.since}`,
    },
    accent: at(ACCENTS, seed >>> 5),
  }
}

function careerOf(trade: TradeContent, seed: number, since: number): ResumeJob[] {
  const available = LATEST_CHANGE - since
  const count = Math.min(trade.titles.length, Math.max(1, Math.floor(available / YEARS_PER_JOB)))
  const span = Math.max(YEARS_PER_JOB, Math.floor(available / count))
  return Array.from({ length: count }, (_, position) => {
    const start = since + span * (count - 1 - position)
    const end = position === 0 ? 'present' : String(start + span)
    return jobOf(trade, seed, position, at(trade.titles, position + trade.titles.length - count), `${start} - ${end}`)
  })
}

function studentJob(trade: TradeContent, seed: number, since: number): ResumeJob {
  return jobOf(trade, seed, 0, at(trade.titles, seed), `Summer ${since}`)
}

function jobOf(trade: TradeContent, seed: number, position: number, title: string, years: string): ResumeJob {
  const [employer, place] = at(EMPLOYERS, seed + position * 4)
  const first = seed + position * DUTIES_PER_JOB
  const duties = Array.from({ length: DUTIES_PER_JOB }, (_, index) => at(trade.duties, first + index))
  return { title, employer, place, years, duties }
}

/** FNV-1a: spreads similar addresses over the lists. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 8
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('The list is empty')
  return item
}
