import { isOpen } from '../contract/applications/status-lists.ts'
import type { DemoApplicant } from './demo-applicants.ts'
import { instantOf } from './moment.ts'

type Status = DemoApplicant['status']

/** A move of an application to a status. */
export type Move = { at: Date; from: Status; to: Status }

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Days from receipt to the latest move; the applicant's number chooses one. */
const PACES = [4, 9, 3, 13, 6, 11, 5]
const DAYS_AFTER_INTERVIEW = 3
/** Decisions are made in the office hours of Midland, in UTC. */
const OFFICE = { opens: 14, hours: 8 }

/**
 * How the recruiter has led an application to its status, at a believable pace.
 * @param index its number among the demo's applications
 * @returns moves in the order of time, after the receipt and before the demo is loaded
 */
export function movesOf(applicant: DemoApplicant, index: number, now: Date): Move[] {
  const received = instantOf(applicant.submitted, now).getTime()
  const path = pathTo(applicant)
  const end = endOf(applicant, index, now)
  const moves: Move[] = []
  for (const [step, to] of path.entries()) {
    const even = received + ((end - received) * (step + 1)) / path.length
    const earliest = moves.at(-1)?.at.getTime() ?? received
    const office = inOfficeHours(even, index + step)
    const at = new Date(office > earliest && office < now.getTime() ? office : even)
    moves.push({ at, from: path[step - 1] ?? 'pending', to })
  }
  return moves
}

function pathTo({ status, interview }: DemoApplicant): Status[] {
  if (status === 'pending') return []
  if (status === 'reviewing' || status === 'interview') return status === 'reviewing' ? [status] : ['reviewing', status]
  return interview ? ['reviewing', 'interview', status] : ['reviewing', status]
}

/** When the latest move was made: after an interview that lies behind, otherwise at the applicant's pace. */
function endOf({ submitted, interview, status }: DemoApplicant, index: number, now: Date): number {
  const isDecided = !isOpen(status)
  const paced = instantOf(submitted, now).getTime() + (PACES[index % PACES.length] ?? 1) * DAY_MS
  const end = isDecided && interview ? instantOf(interview, now).getTime() + DAYS_AFTER_INTERVIEW * DAY_MS : paced
  return Math.min(end, now.getTime() - HOUR_MS)
}

function inOfficeHours(time: number, seed: number): number {
  const day = new Date(time)
  return day.setUTCHours(OFFICE.opens + (seed % OFFICE.hours), (seed * 17) % 60, 0, 0)
}
