import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { applicationSubmissionSchema } from '../contract/applications/application-submission.ts'
import { RECOVERY_CUT_OFF, RECOVERY_MARKER } from '../contract/applications/application-terms.ts'
import { APPLICATION_STATUSES } from '../contract/applications/status-lists.ts'
import { jobCreateSchema } from '../contract/jobs/job.ts'
import { parseDescription, SECTION_TITLES } from '../contract/jobs/job-description.ts'
import { isOpenJob, JOB_STATUSES } from '../contract/jobs/job-statuses.ts'
import { JOB_TYPES } from '../contract/jobs/job-terms.ts'
import { choicesOf } from '../contract/jobs/question.ts'
import { answerFieldsOf, readAnswers } from '../contract/jobs/question-answers.ts'
import { companySchema } from '../contract/site/company.ts'
import { weekOf } from '../web/admin/interviews/week-view.ts'
import { movesOf } from './decision-history.ts'
import { type DemoApplicant, demoApplicants } from './demo-applicants.ts'
import { demoJobs, jobIndex } from './demo-jobs.ts'
import { instantOf } from './moment.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const isRecovery = (note: string | null) => note?.startsWith(`${RECOVERY_MARKER}\n`) ?? false

test('the example company satisfies the contract', async () => {
  const text = await readFile(new URL('../company.example.json', import.meta.url), 'utf8')
  expect(companySchema.safeParse(JSON.parse(text)).error).toBeUndefined()
})

test.each(demoJobs.map(({ posting }) => [posting.title, posting] as const))(
  'the posting "%s" is one that the job form could have sent',
  (_title, posting) => {
    expect(jobCreateSchema.parse(posting)).toEqual(posting)
  },
)

test.each(demoJobs.map(({ posting }) => [posting.title, posting] as const))(
  'the posting "%s" fills all five sections',
  (_title, posting) => {
    const sections = parseDescription(posting.description)
    expect(SECTION_TITLES.filter((title) => sections[title] === '')).toEqual([])
    expect(sections['Benefits & Perks']).toBe(posting.benefits)
    expect(sections['Key Responsibilities'].split('\n').every((line) => line.startsWith('- '))).toBe(true)
  },
)

test('postings cover every status and every job type', () => {
  expect(new Set(demoJobs.map(({ posting }) => posting.status))).toEqual(new Set(JOB_STATUSES))
  expect(new Set(demoJobs.map(({ posting }) => posting.jobType))).toEqual(new Set(JOB_TYPES))
})

test('visitors see at least six postings, and one active posting is switched off', () => {
  const active = demoJobs.filter(({ posting }) => posting.status === 'active')
  expect(active.filter(({ posting }) => posting.isActive).length).toBeGreaterThanOrEqual(6)
  expect(active.filter(({ posting }) => !posting.isActive)).toHaveLength(1)
})

test('among the open postings are a very long title, one without salary and one without department', () => {
  const open = demoJobs.map(({ posting }) => posting).filter(({ status, isActive }) => status === 'active' && isActive)
  expect(Math.max(...open.map(({ title }) => title.length))).toBeGreaterThan(150)
  expect(open.some(({ salaryRange }) => salaryRange === null)).toBe(true)
  expect(open.some(({ department }) => department === null)).toBe(true)
})

test('the clone is an inactive draft that follows its original and carries the -COPY suffix', () => {
  const clones = demoJobs.filter(({ cloneOf }) => cloneOf !== undefined)
  expect(clones).toHaveLength(1)
  for (const clone of clones) {
    const original = demoJobs[clone.cloneOf ?? -1]
    expect(clone.posting).toMatchObject({ title: original?.posting.title, status: 'draft', isActive: false })
    expect(clone.posting.internalJobCode).toBe(`${original?.posting.internalJobCode}-COPY`)
    expect(clone.cloneOf).toBeLessThan(demoJobs.indexOf(clone))
  }
})

test('exactly the filled postings were closed, after they were posted', () => {
  for (const { posting, posted, closed } of demoJobs) {
    expect(closed !== undefined).toBe(posting.status === 'filled')
    if (closed) expect(instantOf(closed, NOW).getTime()).toBeGreaterThan(instantOf(posted, NOW).getTime())
  }
})

test('postings stand in the order of their dates', () => {
  const instants = demoJobs.map(({ posted }) => instantOf(posted, NOW).getTime())
  expect(instants).toEqual(instants.toSorted((one, other) => one - other))
  expect(new Set(instants).size).toBe(demoJobs.length)
})

test('there are 75 applications, in every status', () => {
  expect(demoApplicants).toHaveLength(75)
  expect(new Set(demoApplicants.map(({ status }) => status))).toEqual(new Set(APPLICATION_STATUSES))
})

test.each(demoApplicants.map((applicant, index) => [index, applicant.name, applicant] as const))(
  'application %i of %s is one that the form could have sent',
  (_index, _name, { name, email, phone, note }) => {
    const sent = { name, email, phone: phone ?? '432-555-0100', note }
    expect(applicationSubmissionSchema.parse(sent)).toMatchObject(sent)
    expect(email).toMatch(/@(?:[a-z]+\.)?example\.(?:com|net|org)$/)
    expect(sent.phone).toMatch(/555-01\d\d$/)
  },
)

test('applications include archived, recovery, general, orphaned, unnoted and phoneless ones', () => {
  expect(demoApplicants.filter(({ archived }) => archived).length).toBeGreaterThanOrEqual(5)
  expect(demoApplicants.filter(({ note }) => isRecovery(note)).length).toBeGreaterThanOrEqual(3)
  expect(demoApplicants.filter(({ note, job }) => job === null && !isRecovery(note)).length).toBeGreaterThanOrEqual(3)
  expect(demoApplicants.some(({ job }) => job === 'removed')).toBe(true)
  expect(demoApplicants.some(({ note }) => note === null)).toBe(true)
  expect(demoApplicants.some(({ note }) => (note?.length ?? 0) > 500)).toBe(true)
  expect(demoApplicants.some(({ phone }) => phone === null)).toBe(true)
  expect(demoApplicants.some(({ feedback }) => feedback !== null)).toBe(true)
  expect(demoApplicants.some(({ interview }) => interview !== null)).toBe(true)
})

test('on each day of a week the agenda of that week has an interview of an application in progress', () => {
  for (let day = 0; day < 7; day++) {
    const now = new Date(2026, 10, 16 + day, 12)
    const { begin, end } = weekOf(now)
    const times = demoApplicants.flatMap(({ interview, status }) =>
      interview && status === 'interview' ? [instantOf(interview, now)] : [],
    )
    expect(
      times.some((time) => begin <= time && time < end),
      now.toDateString(),
    ).toBe(true)
  }
})

test('recovery applications came after the cut-off, and some originals before it survived', () => {
  const isEarly = ({ submitted }: DemoApplicant) => instantOf(submitted, NOW) < new Date(RECOVERY_CUT_OFF)
  const early = demoApplicants.filter(isEarly)
  expect(early.length).toBeGreaterThanOrEqual(3)
  expect(early.some(({ note }) => isRecovery(note))).toBe(false)
})

test('a recovery note reads as date, job title and additional information', () => {
  const notes = demoApplicants.map(({ note }) => note).filter(isRecovery)
  for (const note of notes) {
    expect(note).toMatch(/^.+\nOriginal submission date: .+\nJob title: .+\nAdditional information: .+/)
  }
})

test('two open postings close by a date that lies ahead', () => {
  const closing = demoJobs.filter(({ closes }) => closes !== undefined)
  expect(closing).toHaveLength(2)
  for (const { posting, closes } of closing) {
    expect(isOpenJob(posting), posting.title).toBe(true)
    expect(closes && instantOf(closes, NOW).getTime()).toBeGreaterThan(NOW.getTime())
  }
})

test('every posting has its country, and every posting with pay has it in numbers', () => {
  for (const { posting } of demoJobs) {
    expect(posting.country ?? posting.remoteCountries?.[0], posting.title).toBe('US')
    expect(posting.payMax !== null, posting.title).toBe(posting.salaryRange !== null)
  }
})

test('every answer is one that the form of its posting could have sent', () => {
  const answered = demoApplicants.filter(({ answers }) => answers.length > 0)
  expect(new Set(answered.map(({ job }) => job)).size).toBe(3)
  for (const { name, job, answers } of answered) {
    const questions = typeof job === 'number' ? (demoJobs[job]?.posting.questions ?? []) : []
    const asked = questions.map(({ text, kind, isRequired, choices }, index) => {
      const id = `q${String(index).padStart(12, '0')}`
      return { id, text, kind, isRequired, choices: [...choicesOf({ kind, choices })] }
    })
    const fields = asked.flatMap((question, index) => {
      const answer = answers[index] ?? []
      const given = question.kind === 'several_of' ? question.choices.filter((one) => answer.includes(one)) : answer
      return answerFieldsOf(question).map((field, place) => [field, given[place] ?? ''])
    })
    expect(readAnswers(asked, Object.fromEntries(fields)), name).toEqual({ answers, faults: [], hasUnknown: false })
  }
})

test('no application is older than its posting, or later than today', () => {
  for (const { job, submitted } of demoApplicants) {
    const instant = instantOf(submitted, NOW)
    expect(instant.getTime()).toBeLessThan(NOW.getTime())
    if (typeof job !== 'number') continue
    const posting = demoJobs[job]
    expect(posting && instantOf(posting.posted, NOW).getTime()).toBeLessThan(instant.getTime())
  }
})

test('every application was led to its status step by step, after its receipt and before today', () => {
  for (const [index, applicant] of demoApplicants.entries()) {
    const moves = movesOf(applicant, index, NOW)
    expect(moves.at(-1)?.to ?? 'pending', applicant.name).toBe(applicant.status)
    const times = [instantOf(applicant.submitted, NOW), ...moves.map(({ at }) => at), NOW].map((at) => at.getTime())
    expect(times, applicant.name).toEqual(times.toSorted((one, other) => one - other))
    expect([...moves.map(({ from }) => from), applicant.status]).toEqual(['pending', ...moves.map(({ to }) => to)])
  }
})

test('a moment counted in days keeps its time of day', () => {
  expect(instantOf({ daysAgo: 20, time: '08:05' }, NOW).toISOString()).toBe('2026-10-31T08:05:00.000Z')
  expect(instantOf({ daysAgo: -41, time: '23:59' }, NOW).toISOString()).toBe('2026-12-31T23:59:00.000Z')
  expect(demoJobs[jobIndex('ignitionDeveloper')]?.posting.title).toBe('Ignition Developer (Perspective)')
})
