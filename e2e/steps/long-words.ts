import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { composeDescription, emptySections } from '../../contract/jobs/job-description.ts'
import type { AskedQuestion } from '../../contract/jobs/question.ts'
import { answerFieldsOf } from '../../contract/jobs/question-answers.ts'
import { DEFAULT_SETTINGS } from '../../contract/site/settings.ts'
import { ADMIN_API, ADMIN_PAGE } from '../../contract/wire/admin-paths.ts'
import { MAX_SEARCH_LENGTH } from '../../contract/wire/limits.ts'
import { API, PAGE, pathTo } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { APPLICANT, fixture, form } from '../../test/factories.ts'
import { question } from '../../test/questions.ts'
import type { SmtpServer } from '../../test/smtp/smtp-kit.ts'
import type { Site } from './site.ts'

/** Two hundred of the widest letter, between which no browser breaks a line by itself: as long as a name or a title may be. */
export const LONG_WORD = 'W'.repeat(200)

/** As long as a choice may be. */
const LONG_CHOICE = LONG_WORD.slice(0, 100)

/** As long as a phone number or the name of an account may be. */
const SHORTER_WORD = LONG_WORD.slice(0, 50)
const EMAIL = `${'w'.repeat(60)}@${'w'.repeat(60)}.${'w'.repeat(60)}.example`
const LINK = `https://example.com/${LONG_WORD}`

/** Numbers and links of what {@link fillWithLongWords} has stored. */
export type LongWords = {
  job: number
  closedJob: number
  /** In interview, with an interview of today, messages and feedback. */
  application: number
  privateLink: string
  sentLink: string
  alertLink: string
  joinLink: string
  resetLink: string
  /** Address of the link that a colleague was sent. */
  colleagueLink: string
}

/**
 * Writes a word that does not fit into everything that a person can write: posting, application, feedback, message,
 * template, setting, text of the site, account, invitation and job alert. Beside it are
 * postings and an application in which much is empty.
 * @param smtp where the site's mails go
 */
export async function fillWithLongWords(site: Site, smtp: SmtpServer): Promise<LongWords> {
  await fillSettings(site)
  const facts = { title: LONG_WORD, location: LONG_WORD, department: LONG_WORD, salaryRange: LONG_WORD }
  const texts = {
    description: composeDescription({ ...emptySections(), 'Job Overview': LONG_WORD, 'Key Responsibilities': LINK }),
    requirements: `- ${LONG_WORD}`,
    benefits: LONG_WORD,
    hiringSteps: [LONG_WORD],
  }
  const places = { city: LONG_WORD, region: LONG_WORD, travel: LONG_WORD, rotation: LONG_WORD }
  const questions = [
    question({ text: LONG_WORD }),
    question({
      text: `${LONG_WORD}?`,
      kind: 'several_of',
      choices: [LONG_CHOICE, SHORTER_WORD],
      lookAtFirst: [LONG_CHOICE],
      probablyNot: [SHORTER_WORD],
    }),
  ]
  const codes = { internalJobCode: LONG_WORD, projectCode: LONG_WORD }
  await site.createJob({ title: 'A draft', status: 'draft', isActive: false, department: null })
  await site.createJob({ title: 'Intern', jobType: 'Internship', department: null, salaryRange: null })
  const job = await site.createJob({ ...facts, ...places, ...codes, ...texts, questions })
  const closedJob = await site.createJob({ ...facts, ...texts, status: 'filled', isActive: false })
  const alertLink = await requestAlert(site, smtp)
  const { privateLink, sentLink } = await applyFor(site, smtp, job)
  const [application = 0] = (await site.applications()).map(({ id }) => id)
  await planInterview(site, application)
  await site.updateApplication(application, { feedback: LONG_WORD, status: 'interview' })
  await apply(site, APPLICANT.name, { jobId: String(job) })
  const longAgo = new Date(Date.now() - 30 * 86_400_000).toISOString()
  await site.insertApplicants([{ name: 'Ben Again', phone: null, note: null, job_id: job, created_at: longAgo }])
  await site.insertApplicants(answersOfTwoMonthsAgo())
  await resubmit(site)
  const joinLink = await invitePeople(site, job)
  const resetLink = await requestReset(site, smtp)
  const colleagueLink = await askColleague(site, application)
  await holdPerson(site, longAgo)
  return { job, closedJob, application, privateLink, sentLink, alertLink, joinLink, resetLink, colleagueLink }
}

/** Invites two people, by a link and by mail. @returns the address of the link */
async function invitePeople(site: Site, job: number): Promise<string> {
  const assignments = [{ jobId: job, decides: true }]
  const invited = { displayName: LONG_WORD.slice(0, 100), email: EMAIL, role: 'hiring_manager', assignments }
  await site.request('POST', ADMIN_API.invitations, { ...invited, byMail: true })
  const made = await site.request('POST', ADMIN_API.invitations, { ...invited, byMail: false })
  const { url } = made as { url: string }
  return url.slice(url.indexOf(ADMIN_PAGE.join))
}

/** Asks a colleague by a link. @returns its address */
async function askColleague(site: Site, application: number): Promise<string> {
  const asked = { email: EMAIL, question: LONG_WORD, byMail: false }
  const made = await site.request('POST', pathTo(ADMIN_API.colleagueQuestions, application), asked)
  const { url } = made as { url: string }
  return url.slice(url.indexOf(ADMIN_PAGE.colleague))
}

/** The page about personal data lists it. Held is another person: what is held cannot be deleted. */
async function holdPerson(site: Site, created_at: string): Promise<void> {
  const name = `Held ${LONG_WORD}`.slice(0, 100)
  const [held = 0] = await site.insertApplicants([{ name, email: 'held@example.com', created_at }])
  const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await site.request('PUT', pathTo(ADMIN_API.legalHold, held), { reason: LONG_WORD, endsOn })
}

async function fillSettings(site: Site): Promise<void> {
  const saved = question({ text: LONG_WORD, kind: 'one_of', choices: [LONG_CHOICE, SHORTER_WORD] })
  await site.changeSettings({
    decisionMessages: { ...DEFAULT_SETTINGS.decisionMessages, reviewing: 'always', hired: 'ask' },
    isPromisePublic: true,
    embeddingSites: [`https://${'w'.repeat(60)}.${'w'.repeat(60)}.example`],
    savedQuestions: [saved],
  })
  const page = `# ${LONG_WORD}\n${LONG_WORD}\nAsk ${EMAIL}.\n- ${LONG_WORD}`
  const lists = { hiringSteps: [LONG_WORD], benefits: [LONG_WORD] }
  await site.changeTexts({ readers: LONG_WORD, retention: LONG_WORD, privacy: page, terms: page, ...lists })
  const template = ADMIN_API.messageTemplate.replace(':kind', 'interview')
  await site.request('PUT', template, { subject: LONG_WORD, body: `${LONG_WORD}\n{status_link}` })
  await site.request('PUT', ADMIN_API.ownEmail, { email: EMAIL })
  const database = new SqliteDatabase(join(site.dataDir, 'wellhead.sqlite'))
  database.prepare('update accounts set username = ?').run(SHORTER_WORD)
  database.close()
  site.credentials.username = SHORTER_WORD
}

/** Five that kept the promise and one that missed it, out of the way of every list. */
function answersOfTwoMonthsAgo() {
  const day = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  const answered = { answer_by: day, first_answered_at: `${day}T00:00:00.000Z` }
  const kept = Array.from({ length: 5 }, () => answered)
  return [...kept, { answer_by: day }].map((row) => ({ ...row, name: 'Zoe Long Ago', archived: 1 as const }))
}

/** @returns the link in its confirmation */
async function requestAlert(site: Site, smtp: SmtpServer): Promise<string> {
  const body = new URLSearchParams({
    email: EMAIL,
    words: LONG_WORD.slice(0, MAX_SEARCH_LENGTH),
    department: LONG_WORD,
  })
  await fetch(site.url + PAGE.jobAlerts, { method: 'POST', body, redirect: 'manual' })
  return linkInMail(smtp, /\/job-alerts\/manage\S+/)
}

/** @returns the link for a new password in the mail to the admin */
async function requestReset(site: Site, smtp: SmtpServer): Promise<string> {
  await site.request('POST', SIGN_IN_API.requestPasswordReset, { username: EMAIL })
  return linkInMail(smtp, /\/admin\/reset-password\S+/)
}

async function applyFor(site: Site, smtp: SmtpServer, job: number) {
  const path = pathTo(API.job, job)
  const { askedQuestions } = (await site.request('GET', path)) as { askedQuestions: AskedQuestion[] }
  const answers = Object.fromEntries(
    askedQuestions.flatMap((asked) =>
      answerFieldsOf(asked).map((field, index) => [field, asked.choices[index] ?? LONG_WORD]),
    ),
  )
  const response = await apply(site, LONG_WORD, { ...answers, jobId: String(job) })
  const sentLink = response.headers.get('location') ?? ''
  return { sentLink, privateLink: await linkInMail(smtp, /\/my-application#[\w-]{43}/) }
}

/** Sends the form that works without JavaScript. @returns the response, which leads to the confirmation */
async function apply(site: Site, name: string, fields: Record<string, string>): Promise<Response> {
  const links = { linkedinUrl: `https://www.linkedin.com/in/${LONG_WORD}`, portfolioUrl: LINK }
  const person = { name, email: EMAIL, phone: SHORTER_WORD, note: `${LONG_WORD}\n${LINK}` }
  const resume = { name: `${LONG_WORD}.pdf`, content: fixture('resume.pdf') }
  const body = form({ ...person, ...links, ...fields }, resume)
  const response = await fetch(site.url + PAGE.apply, { method: 'POST', body, redirect: 'manual' })
  if (response.status !== 303) throw new Error(`apply: ${response.status} ${await response.text()}`)
  return response
}

async function resubmit(site: Site): Promise<void> {
  const fields = { name: LONG_WORD, email: EMAIL, phone: SHORTER_WORD, jobTitle: LONG_WORD, additionalInfo: LONG_WORD }
  const resume = { name: `${LONG_WORD}.pdf`, content: fixture('resume.pdf') }
  await fetch(site.url + API.recoveryResubmit, { method: 'POST', body: form(fields, resume) })
}

/** Plans an interview that begins within the hour, so that its invitation leaves at once. */
async function planInterview(site: Site, application: number): Promise<void> {
  const begins = new Date(Date.now() + 30 * 60_000).toISOString()
  const when = { date: begins.slice(0, 10), time: begins.slice(11, 16), minutes: 45, timeZone: 'UTC' }
  const interviewers = [{ name: LONG_WORD, address: EMAIL }]
  const path = pathTo(ADMIN_API.applicationInterviews, application)
  await site.request('POST', path, { ...when, kind: 'video', place: LINK, interviewers })
}

/** The first link of this kind in a mail, once it has arrived. */
async function linkInMail(smtp: SmtpServer, pattern: RegExp): Promise<string> {
  for (let count = 1; ; count += 1) {
    await smtp.untilReceived(count)
    const [link] = pattern.exec(smtp.received[count - 1]?.mail.text ?? '') ?? []
    if (link) return link
  }
}
