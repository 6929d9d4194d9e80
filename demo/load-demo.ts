import type { Kysely } from 'kysely'
import type { ApplicationEvent } from '../contract/applications/history.ts'
import { isDecision, isOpen } from '../contract/applications/status-lists.ts'
import type { QuestionAnswer } from '../contract/jobs/question.ts'
import { addDays, dayIn } from '../contract/promise/calendar-days.ts'
import { ANSWER_WITHIN_DAYS } from '../contract/wire/limits.ts'
import { insertAccount, markInitialised } from '../server/features/accounts/account-queries.ts'
import { hashPassword } from '../server/features/accounts/passwords/password-hashing.ts'
import { markedAnswer } from '../server/features/applications/answers/store-answers.ts'
import { insertApplication, noteMoves } from '../server/features/applications/stored/application-queries.ts'
import { type Actor, recordAction, shownName } from '../server/features/audit/audit-queries.ts'
import { insertJob } from '../server/features/jobs/job-queries.ts'
import { newJobRow } from '../server/features/jobs/job-rules.ts'
import { markAnswered } from '../server/features/messages/record-answered.ts'
import { queueTexts } from '../server/features/resumes/queue-texts.ts'
import { insertResume } from '../server/features/resumes/resume-queries.ts'
import { saveDocument } from '../server/features/settings/document-queries.ts'
import { SETTINGS, SITE_TEXTS } from '../server/features/settings/documents.ts'
import type { Tables } from '../server/platform/database/tables.ts'
import { fileToStore } from '../server/platform/file-stores/file-store.ts'
import type { LocalStore } from '../server/platform/file-stores/local-store.ts'
import { type Move, movesOf } from './decision-history.ts'
import { loadAlerts } from './demo-alerts.ts'
import { type DemoApplicant, demoApplicants } from './demo-applicants.ts'
import { loadDiscussion } from './demo-comments.ts'
import { loadInterview } from './demo-interviews.ts'
import { demoJobs } from './demo-jobs.ts'
import { loadMessages } from './demo-messages.ts'
import { loadOffer, makePrivateLink } from './demo-offers.ts'
import { DEMO_OWNER, loadPeople } from './demo-people.ts'
import { createResume } from './demo-resumes.ts'
import { loadScorecards } from './demo-scorecards.ts'
import { loadCare, sourceOf } from './demo-tags.ts'
import { DEMO_TEXTS } from './demo-texts.ts'
import { instantOf } from './moment.ts'

/** The password of everybody in the demo. */
export const DEMO_PASSWORD = 'wellhead-demo'

/** A number that no posting has: that of one which has been deleted. */
const REMOVED_JOB = 9_999

type Target = { db: Kysely<Tables>; store: LocalStore; now: Date; timeZone: string; hasMail?: boolean }

/**
 * Fills an empty installation with the demo's people, texts, postings and applications with their resumes.
 * @returns the token of the private link of an applicant who may choose a time
 */
export async function loadDemo(target: Target): Promise<string> {
  await markInitialised(target.db, target.now)
  const { username, name } = DEMO_OWNER
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const account = { username, display_name: name, password_hash: passwordHash, created_at: target.now.toISOString() }
  const id = await insertAccount(target.db, account)
  const recruiter = { id, username, displayName: name }
  await target.db.transaction().execute(async (trx) => {
    await saveDocument(trx, SITE_TEXTS, DEMO_TEXTS, null)
    await saveDocument(trx, SETTINGS, { isPromisePublic: true }, null)
  })
  const jobIds = await loadJobs(target)
  await loadPeople(target.db, { passwordHash, jobIds, now: target.now })
  let token = ''
  const oldestFirst = demoApplicants.toSorted(
    (a, b) => instantOf(a.submitted, target.now).getTime() - instantOf(b.submitted, target.now).getTime(),
  )
  for (const [index, applicant] of oldestFirst.entries()) {
    const applicationId = await loadApplication(target, { applicant, jobIds, source: sourceOf(index) })
    await loadInterview(target.db, { applicationId, applicant, recruiter, now: target.now })
    await loadOffer(target.db, { applicationId, applicant, recruiter, ...target })
    if (applicant.offer === 'open') token = await makePrivateLink(target.db, applicationId, target.now)
    await recordHistory(target, { applicationId, applicant, moves: movesOf(applicant, index, target.now), recruiter })
    const about = { applicationId, email: applicant.email }
    await loadCare(target.db, { applicationId, applicant, now: target.now })
    await loadScorecards(target.db, { ...about, now: target.now })
    await loadDiscussion(target.db, { ...about, now: target.now })
  }
  await loadMessages(target.db, { sender: recruiter.displayName, now: target.now, count: 40 })
  if (target.hasMail) await loadAlerts(target.db, target.now)
  await queueTexts(target.db, { isAll: false, clock: () => target.now, signal: new AbortController().signal })
  return token
}

async function loadJobs({ db, now }: Target): Promise<number[]> {
  const ids: number[] = []
  for (const { posting, posted, closed, closes, cloneOf } of demoJobs) {
    const closingDate = closes ? instantOf(closes, now).toISOString().slice(0, 10) : null
    const row = newJobRow({ ...posting, closingDate }, instantOf(posted, now), null)
    const { id } = await insertJob(db, {
      ...row,
      ...(closed && { published_at: row.created_at, closed_date: instantOf(closed, now).toISOString() }),
      cloned_from_id: cloneOf === undefined ? null : (ids[cloneOf] ?? null),
    })
    ids.push(id)
  }
  return ids
}

async function loadApplication(
  { db, store, now, timeZone }: Target,
  { applicant, jobIds, source }: { applicant: DemoApplicant; jobIds: number[]; source: string | null },
): Promise<number> {
  const { name, email, phone, note, status, feedback, archived, job, interview } = applicant
  const submitted = instantOf(applicant.submitted, now)
  const id = await insertApplication(db, {
    name,
    email,
    phone,
    note,
    status,
    feedback,
    archived: archived ? 1 : 0,
    job_id: job === 'removed' ? REMOVED_JOB : job === null ? null : (jobIds[job] ?? null),
    created_at: submitted.toISOString(),
    answer_by: addDays(dayIn(submitted, timeZone), ANSWER_WITHIN_DAYS),
    interview_date: interview && instantOf(interview, now).toISOString(),
    source,
    idempotency_key: null,
    content_hash: '',
    question_answers: JSON.stringify(answersOf(applicant)),
  })
  const resume = await createResume(applicant)
  if (!resume || !applicant.resume) return id
  const file = await store.stage(oneChunk(resume.bytes))
  const key = await store.newKey()
  await store.put(key, fileToStore(file, { name: `resume.${applicant.resume}`, kind: applicant.resume }))
  await insertResume(db, {
    application_id: id,
    store: store.name,
    key,
    original_name: resume.fileName,
    kind: applicant.resume,
    size: file.size,
    sha256: file.sha256,
    scan: null,
    now: submitted,
  })
  return id
}

/** The answers as a form would have stored them. */
function answersOf({ job, answers }: DemoApplicant): QuestionAnswer[] {
  const questions = typeof job === 'number' ? (demoJobs[job]?.posting.questions ?? []) : []
  return answers.flatMap((answer, index) => {
    const question = questions[index]
    return question ? [markedAnswer(question, answer)] : []
  })
}

type DemoHistory = { applicationId: number; applicant: DemoApplicant; moves: Move[]; recruiter: Actor }

/** Adds the entries to the audit trail that an application would have left on its way. */
function recordHistory({ db, now }: Target, { applicationId: id, applicant, moves, recruiter }: DemoHistory) {
  return db.transaction().execute(async (trx) => {
    const record = (at: Date, by: Actor | null, event: ApplicationEvent) =>
      recordAction(trx, { by, now: at, id, subject: 'application', event })
    const received = instantOf(applicant.submitted, now)
    await record(received, null, { action: 'received', quarantined: false })
    for (const { at, from, to } of moves) {
      await noteMoves(trx, [id], at)
      await record(at, recruiter, { action: 'status_changed', from, to })
      // What ended was told at once; whom the admin invites, the demo's messages have still to tell.
      if (isDecision(to) && !isOpen(applicant.status))
        await markAnswered(trx, [{ id }], { decision: to, by: shownName(recruiter), now: at })
    }
    if (applicant.archived) await record(moves.at(-1)?.at ?? received, recruiter, { action: 'archived' })
  })
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
