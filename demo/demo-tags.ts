import type { NewTag } from '../contract/team/tags.ts'
import { recordAction } from '../server/features/audit/audit-queries.ts'
import { addTag } from '../server/features/tags/change-tags.ts'
import { tagApplications } from '../server/features/tags/tag-applications.ts'
import type { Db } from '../server/platform/database/tables.ts'
import type { DemoApplicant } from './demo-applicants.ts'
import { findPerson } from './demo-people.ts'
import { instantOf } from './moment.ts'

const HOUR_MS = 60 * 60 * 1000

const TAGS = {
  nights: { name: 'Night shift', color: 'violet' },
  relocates: { name: 'Relocates', color: 'teal' },
  permit: { name: 'Needs a work permit', color: 'orange' },
  bilingual: { name: 'Bilingual', color: 'green' },
  gold: { name: 'Gold certified', color: 'yellow' },
  again: { name: 'Ask again in spring', color: 'blue' },
} as const satisfies Record<string, NewTag>

/** Who takes care of an application, by username, and its tags. */
type Care = { of?: string; tags?: readonly (keyof typeof TAGS)[] }

/** By the applicant's address. Hiring managers have those of their postings alone. */
const CARE: Readonly<Record<string, Care>> = {
  'hannah.okonkwo.reyes@example.com': { of: 'tom', tags: ['gold', 'nights'] },
  'lukasz.wroblewski@example.org': { of: 'priya', tags: ['relocates'] },
  'ja.pena@example.com': { of: 'ruth', tags: ['bilingual', 'nights'] },
  'rebecca.thornquist@example.net': { of: 'admin', tags: ['relocates'] },
  'sid.menon@example.org': { of: 'priya' },
  'garrett.pruitt@example.com': { of: 'tom', tags: ['nights'] },
  'emilie.beaulieu@example.net': { of: 'admin', tags: ['permit', 'relocates', 'bilingual'] },
  'trent.baskerville@example.com': { of: 'priya' },
  'ayse.caglar@example.org': { of: 'tom', tags: ['permit'] },
  'lorena.castaneda@example.com': { of: 'admin', tags: ['bilingual'] },
  'nathaniel.osei@example.net': { tags: ['again'] },
  'tomas.villasenor@example.com': { of: 'tom', tags: ['gold', 'bilingual'] },
  'k.abernathy@example.net': { of: 'priya' },
  'seun.adebayo@example.org': { of: 'priya', tags: ['relocates'] },
  'bryce.holloway@example.com': { of: 'ruth', tags: ['nights'] },
  'mwhitfield@example.net': { of: 'ruth', tags: ['nights', 'bilingual'] },
  'priya.raghunathan@example.com': { of: 'admin', tags: ['permit'] },
  'caleb.strickland@example.org': { tags: ['relocates'] },
  'zoe.lindqvist@example.org': { of: 'admin', tags: ['permit', 'relocates'] },
  'maria-de-los-angeles.fernandez-de-cordoba@careers.example.com': { tags: ['bilingual'] },
  'rafael.guimaraes@example.net': { tags: ['again', 'bilingual'] },
  'elliot.nakamura@example.com': { tags: ['again'] },
  'jiri.dvoracek@example.org': { tags: ['permit'] },
  'preston.vandermeer@example.net': { tags: ['again'] },
  'havard.ostby@example.net': { of: 'admin', tags: ['relocates'] },
  'teresa.quintanilla@example.com': { of: 'priya', tags: ['bilingual'] },
}

/** Where applicants come from, in turn; null is direct or unknown. */
const SOURCES = [
  ...['linkedin', 'indeed', null, 'linkedin', 'referral', 'embed', 'indeed', 'linkedin', null, 'newsletter'],
  ...['indeed', 'referral', 'linkedin', 'alert'],
]

/** The source of an application, as its link said. @param index its number among the applications, the oldest first */
export function sourceOf(index: number): string | null {
  return SOURCES[index % SOURCES.length] ?? null
}

type DemoCare = { applicationId: number; applicant: DemoApplicant; now: Date }

/** Assigns an application, and puts its tags on it, an hour after its receipt. */
export async function loadCare(
  db: Db,
  { applicationId: id, applicant: { email, submitted }, now: today }: DemoCare,
): Promise<void> {
  const now = new Date(Math.min(instantOf(submitted, today).getTime() + HOUR_MS, today.getTime()))
  const { of, tags = [] } = CARE[email] ?? {}
  const by = await findPerson(db, 'priya')
  if (of !== undefined) {
    const person = await findPerson(db, of)
    await db.updateTable('applications').set({ assignee_id: person.id }).where('id', '=', id).execute()
    const event = { action: 'assigned', name: person.displayName ?? person.username } as const
    await db.transaction().execute((trx) => recordAction(trx, { by, now, id, subject: 'application', event }))
  }
  if (tags.length === 0) return
  const put: number[] = []
  for (const tag of tags) put.push((await addTag({ db }, { by, now }, TAGS[tag])).id)
  await tagApplications({ db }, { by, now }, { put, take: [], applications: [id] })
}
