import { deepEqual, equal, ok } from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { runServer } from '../../test/run-server.ts'
import { openSite, type Site } from '../steps/site.ts'
import type { Driver } from './driver.ts'
import { findFirefox } from './firefox.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { findWebkit } from './webkit.ts'

/** The main flows in browsers that Playwright cannot drive as the system has them: `npm run test:browsers`. */

const RESUME = resolve(import.meta.dirname, '../../test/fixtures/resume.pdf')
const PICTURES = resolve(import.meta.dirname, '../../test-results')
const TITLE = 'Ignition Developer'
const POSTING = {
  'Job Title': 'SCADA Engineer',
  'Job Location': 'Midland, TX',
  Department: 'Engineering',
  'Job Overview': 'Build operator screens.',
  'Key Responsibilities': '- Build',
  Requirements: '- Two years',
}
const APPLICANT = { Name: 'Amy First', Email: 'amy@example.com', Phone: '+1 432 555 0142' }

for (const browser of [findFirefox(), findWebkit()]) {
  const options = { skip: browser.missing && `${browser.name} is left out: ${browser.missing}.`, timeout: 300_000 }
  test(`the main flows in ${browser.name}`, options, async () => {
    const home = await mkdtemp(join(tmpdir(), 'wellhead-browser-'))
    const server = await runServer({ DATA_DIR: join(home, 'data'), SUBMISSIONS_PER_HOUR: '0' })
    try {
      await walkIn(await browser.start(home), { home, site: await openSite(server.url, join(home, 'data')) })
    } finally {
      await server.end('SIGTERM')
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    }
  })
}

async function walkIn(driver: Driver, { home, site }: Pick<Walk, 'home' | 'site'>): Promise<void> {
  const visitor = createVisitor(driver, site.url)
  try {
    await walk({ site, home, visitor })
    deepEqual(await visitor.faults(), [], 'nothing went wrong on the console')
  } catch (error) {
    mkdirSync(PICTURES, { recursive: true })
    writeFileSync(join(PICTURES, 'browser-walk.png'), await driver.picture(), 'base64')
    throw error
  } finally {
    await driver.close()
  }
}

type Walk = { site: Site; visitor: Visitor; home: string }

/** One after the other: each step begins where the one before has ended. */
async function walk(world: Walk): Promise<void> {
  const steps = { readAndChooseTheme, apply, resubmit, signIn, writeFeedback, readResume, decide, makePosting, logOut }
  for (const [name, step] of Object.entries(steps)) {
    const begun = Date.now()
    await step(world).catch((error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error })
    })
    console.log(`  ${name} (${Date.now() - begun} ms)`)
  }
}

async function readAndChooseTheme({ site, visitor }: Walk): Promise<void> {
  await site.createJob({ title: TITLE })
  await visitor.open('/')
  await visitor.see(TITLE)
  await visitor.click('choice', 'Dark')
  equal(await visitor.theme(), 'dark')
  await visitor.open('/')
  equal(await visitor.theme(), 'dark', 'the theme persists')
  await visitor.click('choice', 'Light')
  equal(await visitor.theme(), 'light')
  await visitor.click('link', 'View Full Job Page')
  await visitor.see('Job Summary')
}

async function apply({ site, visitor }: Walk): Promise<void> {
  await visitor.click('button', 'Apply')
  await visitor.see(`Apply for ${TITLE}`)
  for (let presses = 0; presses < 12; presses += 1) {
    await visitor.press('tab')
    ok((await visitor.focus()).isInDialog, 'Tab stays in the dialog')
  }
  await visitor.press('escape')
  await visitor.seeNoMore(`Apply for ${TITLE}`)
  ok((await visitor.focus()).name.startsWith('Apply'), 'the focus goes back to what opened the dialog')
  await visitor.press('enter')

  await visitor.click('button', 'Submit Application')
  await visitor.see('Phone number is required')
  await visitor.see('Please select a resume file')
  equal((await visitor.focus()).name, 'Name', 'the first field that is wrong has the focus')
  await visitor.until('its label to be in view', async () => (await visitor.focus()).isLabelShown)
  for (const [label, text] of Object.entries(APPLICANT)) await visitor.fill(label, text)
  await visitor.choose(RESUME)
  await visitor.find('button', 'Remove resume.pdf')
  await visitor.click('button', 'Submit Application')
  await visitor.see('Thank you for your application. We will contact you soon!')
  const [application] = await site.applications()
  equal(application?.email, APPLICANT.Email)
  equal(application?.resume?.size, statSync(RESUME).size)
}

async function resubmit({ site, visitor }: Walk): Promise<void> {
  await visitor.open('/recovery')
  for (const [label, text] of Object.entries({ ...APPLICANT, Name: 'Ben Second' })) await visitor.fill(label, text)
  await visitor.click('button', 'Resubmit')
  await visitor.see('Recovery Information Submitted')
  equal((await site.applications()).length, 2)
}

async function signIn({ site, visitor }: Walk): Promise<void> {
  await visitor.open('/admin/dashboard')
  await visitor.arrive('/admin/login')
  await visitor.fill('Username', site.credentials.username)
  await visitor.fill('Password', 'not the password')
  await visitor.press('enter')
  await visitor.see('Invalid username or password.')
  await visitor.open('/admin/login')
  await visitor.fill('Username', site.credentials.username)
  await visitor.fill('Password', site.credentials.password)
  await visitor.press('enter')
  await visitor.arrive('/admin/dashboard')
  await visitor.see(APPLICANT.Email)
}

async function writeFeedback({ site, visitor }: Walk): Promise<void> {
  await visitor.click('button', 'Details')
  await visitor.see('Application Details')
  await visitor.fill('Feedback', 'Strong on tags.')
  await visitor.click('button', 'Save changes')
  await visitor.see('Application updated')
  const [newest] = await site.applications()
  equal(newest?.feedback, 'Strong on tags.')
  await visitor.press('escape')
  await visitor.seeNoMore('Application Details')
  ok((await visitor.focus()).name.startsWith('Details'), 'the focus goes back to the row')
}

async function readResume({ home, visitor }: Walk): Promise<void> {
  await visitor.click('button', `Download resume of ${APPLICANT.Name}`)
  await visitor.see('Resume downloaded')
  await visitor.until('the downloaded file', async () => {
    const found = findFile(home, 'resume.pdf')
    return found && readFileSync(found).equals(readFileSync(RESUME))
  })

  await visitor.click('button', `Details of ${APPLICANT.Name}`)
  await visitor.see('Application Details')
  await visitor.click('resume', '')
  await visitor.arrive('/admin/dashboard')
  await visitor.see('Application Details')
  await visitor.press('escape')
  await visitor.seeNoMore('Application Details')
}

async function decide({ site, visitor }: Walk): Promise<void> {
  await visitor.click('button', `Actions for ${APPLICANT.Name}`)
  await visitor.click('button', 'Move to Interview')
  await visitor.see('Application status changed to interview')
  await visitor.click('button', 'Interview')
  await visitor.see(APPLICANT.Email)
  equal((await site.applications()).filter(({ status }) => status === 'interview').length, 1)
}

async function makePosting({ site, visitor }: Walk): Promise<void> {
  await visitor.click('link', 'Job Postings')
  await visitor.click('button', 'New Job Posting')
  await visitor.see('Create New Job Posting')
  for (const [label, text] of Object.entries(POSTING)) await visitor.fill(label, text)
  await visitor.click('button', 'Create Job Posting')
  await visitor.see('Job created successfully')
  ok((await site.jobs()).some(({ title }) => title === POSTING['Job Title']))
}

async function logOut({ visitor }: Walk): Promise<void> {
  await visitor.click('button', 'Logout')
  await visitor.arrive('/')
  await visitor.see('Logged out')
  equal(await visitor.evaluate(() => localStorage.getItem('authToken')), null)
}

function findFile(folder: string, name: string): string | undefined {
  const found = globSync(`**/${name}`, { cwd: folder })[0]
  return found && join(folder, found)
}
