import type { InterviewDefaults, Interviewer } from '../../../contract/interviews/interview.ts'
import type { Db } from '../../platform/database/tables.ts'
import { interviewersOf } from './stored/interview-presenter.ts'
import { minutesOf } from './stored/interview-times.ts'

/** Interviews that are looked at, the latest ones. */
const LOOKED_AT = 200
const MOST_INTERVIEWERS = 50
const MOST_ZONES = 5

/** What the latest interviews say about the next one: an admin plans most of them alike. */
export async function readInterviewDefaults(db: Db): Promise<InterviewDefaults> {
  const rows = await db
    .selectFrom('interviews')
    .select(['starts_at', 'ends_at', 'time_zone', 'kind', 'place', 'interviewers'])
    // Of a date alone no one has decided anything else.
    .where('invited_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute()
  const [latest] = rows
  const placeOf = (kind: 'video' | 'on_site') => rows.find((row) => row.kind === kind)?.place ?? null
  const interviewers = new Map<string, Interviewer>()
  for (const one of rows.flatMap(interviewersOf)) {
    const key = one.address.toLowerCase()
    if (!interviewers.has(key)) interviewers.set(key, one)
  }
  return {
    minutes: latest ? minutesOf(latest) : null,
    kind: latest?.kind ?? null,
    // A telephone number belongs to one applicant.
    places: { video: placeOf('video'), on_site: placeOf('on_site') },
    timeZones: [...new Set(rows.map((row) => row.time_zone))].slice(0, MOST_ZONES),
    interviewers: [...interviewers.values()].slice(0, MOST_INTERVIEWERS),
  }
}
