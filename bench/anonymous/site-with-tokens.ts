import type { AskedQuestion } from '../../contract/jobs/question.ts'
import { answerFieldsOf } from '../../contract/jobs/question-answers.ts'
import { API, PAGE } from '../../contract/wire/paths.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { jobBody } from '../../test/factories.ts'
import { type SmtpServer, startSmtpServer } from '../../test/smtp/smtp-kit.ts'
import { describe, makeFolderWithJobs } from '../site/stored-jobs.ts'
import { submissionForm } from '../site/submission-request.ts'
import { type ProbedProgram, startProbed } from './probed.ts'

/** A running site, and what a stranger can have of it: an own application, an own job alert, and the numbers of postings. */
export type SiteWithTokens = {
  program: ProbedProgram
  /** Open postings. */
  jobs: number[]
  /** The posting with the longest texts and ten questions. */
  longest: { id: number; answerFields: string[] }
  closed: number
  /** Of the private link of an application. */
  applicationToken: string
  /** Of a confirmed job alert. */
  alertToken: string
  /** The signed receipt of an application, encoded. */
  receipt: string
  /** The query of the page that confirms a form without JavaScript. */
  sentQuery: string
}

/** As many as make a description of three kilobytes. */
const WORDS = 450
/** The newest, which the first page of the list shows: each of 13 kilobytes. */
const LONG_POSTINGS = 100
const LONG_TEXT = 'Ignition <b>& "SCADA"</b> at the well pad, day and night. '.repeat(340).slice(0, 20_000)

/** Starts the program with so many open postings and a mail server. */
export async function startSiteWithTokens(
  folder: string,
  count: number,
  used: AsyncDisposableStack,
): Promise<SiteWithTokens> {
  const smtp = used.adopt(await startSmtpServer(), (server) => server.stop())
  const { dataDir, ids } = await makeFolderWithJobs(folder, count, (random) => ({
    description: describe(random, WORDS),
  }))
  const [longest, closed] = await storeFurtherJobs(dataDir)
  const program = used.use(
    await startProbed(folder, {
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      SUBMISSIONS_PER_HOUR: '60',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'careers@example.com',
      MAIL_PER_MINUTE: '1000',
    }),
  )
  const tokens = await takeTokens(program.url, smtp)
  const posting = (await (await fetch(program.url + API.job.replace(':id', String(longest)))).json()) as {
    askedQuestions: AskedQuestion[]
  }
  const answerFields = posting.askedQuestions.flatMap(answerFieldsOf)
  return { program, jobs: ids, longest: { id: longest, answerFields }, closed, ...tokens }
}

async function storeFurtherJobs(dataDir: string): Promise<[number, number]> {
  const db = await openDatabase(dataDir)
  const questions = Array.from({ length: 10 }, (_, index) => ({
    text: `Question ${index} ${'about well pads '.repeat(15)}`.trim(),
    kind: 'several_of' as const,
    isRequired: false,
    choices: Array.from({ length: 20 }, (_choice, choice) => `Choice ${choice} ${'of many '.repeat(8)}`.trim()),
    lookAtFirst: [],
    probablyNot: [],
  }))
  const long = {
    title: 'Engineer '.repeat(22).trim(),
    description: LONG_TEXT,
    requirements: LONG_TEXT,
    benefits: LONG_TEXT,
  }
  const newest = Array.from({ length: LONG_POSTINGS }, (_, index) =>
    jobBody({
      description: LONG_TEXT.slice(0, 13_000),
      location: `Town ${index}, TX`,
      department: `Department ${index}`,
    }),
  )
  const rows = [jobBody({ ...long, questions }), jobBody({ ...long, status: 'filled' }), ...newest].map((job) =>
    newJobRow(job, new Date(), null),
  )
  const stored = await db.insertInto('jobs').values(rows).returning('id').execute()
  await db.destroy()
  return stored.map(({ id }) => id) as [number, number]
}

/** Applies and subscribes as a visitor does; the tokens come by mail. */
async function takeTokens(url: string, smtp: SmtpServer) {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const { body, contentType } = await submissionForm(50_000)
  const submitted = await fetch(url + API.submitApplication, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body: new Uint8Array(body),
  })
  if (submitted.status !== 201) throw new Error(`The application was refused: ${await submitted.text()}`)
  const alert = new URLSearchParams({ email: 'subscriber@example.com', words: 'engineer' })
  await fetch(url + PAGE.jobAlerts, { method: 'POST', headers, body: alert, redirect: 'manual' })
  const withoutScript = await fetch(url + PAGE.apply, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body: new Uint8Array(body),
    redirect: 'manual',
  })
  await smtp.untilReceived(3)
  const mails = smtp.received.map(({ mail }) => mail.text ?? '').join('\n')
  const found = (pattern: RegExp) => {
    const [, value] = pattern.exec(mails) ?? []
    if (!value) throw new Error(`No mail has ${pattern}:\n${mails}`)
    return value
  }
  const alertToken = found(/job-alerts\/manage\?token=([\w-]{43})/)
  const confirmed = await fetch(`${url}${PAGE.jobAlert}?token=${alertToken}`, {
    method: 'POST',
    headers,
    redirect: 'manual',
  })
  if (confirmed.status !== 303) throw new Error(`The job alert was not confirmed: ${confirmed.status}`)
  return {
    alertToken,
    applicationToken: found(/my-application#(?:token=)?([\w-]{43})/),
    receipt: found(/recovery#receipt=([\w-]+)/),
    sentQuery: new URL(withoutScript.headers.get('location') ?? '', url).search,
  }
}
