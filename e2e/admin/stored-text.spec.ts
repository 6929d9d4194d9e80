import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import {
  choose,
  openAdmin,
  openAllApplications,
  openHistory,
  openMenu,
  openPasswordDialog,
  rowOf,
} from '../steps/admin-steps.ts'
import {
  expectAsTyped,
  HOSTILE_FILE,
  lineOf,
  looked,
  TURNED,
  textOf,
  watchForBreaches,
} from '../steps/hostile-texts.ts'
import { expect, openSite, test } from '../steps/site.ts'
import {
  applicationForm,
  expectSubmitted,
  expectToast,
  fillApplication,
  logIn,
  resumeField,
  submitButton,
  visit,
} from '../steps/steps.ts'

const TITLE = lineOf('title')
const FACTS = { 'Job Title': TITLE, 'Job Location': lineOf('place'), 'Salary Range (optional)': lineOf('salary') }
const CODES = { 'Internal Job Code (optional)': lineOf('code'), 'Project Code (optional)': lineOf('project') }
const TEXTS = {
  'Job Overview': textOf('overview'),
  'Description (optional)': textOf('description'),
  'Key Responsibilities': textOf('duties'),
  Requirements: textOf('requirements'),
  'Growth & Culture Fit (optional)': textOf('growth'),
  'Benefits & Perks (optional)': textOf('benefits'),
}
const DEPARTMENT = lineOf('department')
const POSTING = { ...FACTS, ...CODES, ...TEXTS, Department: DEPARTMENT }

const APPLICANT = {
  name: lineOf('name'),
  email: "o'alert+1@example.com",
  phone: '"><script>alert(9)</script>',
  note: textOf('note'),
}
const AGAIN = { name: lineOf('again'), phone: 'javascript:alert(10)', info: textOf('info') }

test.beforeEach(({ page, consoleErrors }) => watchForBreaches(page, consoleErrors))
test.afterEach(({ consoleErrors }) => expect(consoleErrors).toEqual([]))
test.afterAll(() => console.log(`Stored text: ${looked.texts} texts as typed on ${looked.screens} screens.`))

test('markup typed into a posting is plain text on every screen', async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')

  await page.getByRole('button', { name: 'New Job Posting' }).click()
  const creation = page.getByRole('dialog', { name: 'Create New Job Posting' })
  for (const [label, text] of Object.entries(POSTING)) {
    await creation.getByRole('textbox', { name: label, exact: true }).fill(TURNED + text)
  }
  await creation.getByRole('button', { name: 'Create Job Posting' }).click()
  await expectToast(page, 'Job created successfully')
  await expectAsTyped(rowOf(page, TITLE), [TITLE, FACTS['Job Location'], DEPARTMENT])
  await choose(page, TITLE, 'View details')
  await openHistory(page)
  await expectAsTyped(page.getByRole('dialog'), Object.values(POSTING))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Job Posting' })
  for (const [label, text] of Object.entries(POSTING)) {
    await expect(edit.getByRole('textbox', { name: label, exact: true })).toHaveValue(text)
  }
  await page.keyboard.press('Escape')
  await choose(page, TITLE, 'Delete')
  await expectAsTyped(page.getByRole('dialog'), [TITLE])
  await page.keyboard.press('Escape')

  await visit(page, '/')
  const card = page.getByRole('listitem').filter({ hasText: TITLE })
  await expectAsTyped(card, [...Object.values(FACTS), DEPARTMENT, lineOf('overview')])
  await card.getByRole('button', { name: 'View Details' }).click()
  await expectAsTyped(page.getByRole('dialog'), [TITLE, ...Object.values(TEXTS)])
  await page.getByRole('button', { name: 'Apply for This Position' }).click()
  await expectAsTyped(page.getByRole('dialog', { name: `Apply for ${TITLE}`, exact: true }), [TITLE])
})

test('markup typed by an applicant is plain text on every screen', async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const id = await site.createJob({ title: TITLE })
  await visit(page, `/jobs/${id}`)
  await page.getByRole('button', { name: 'Apply Now' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const form = applicationForm(page)
  await fillApplication(form, { ...APPLICANT, name: TURNED + APPLICANT.name }, HOSTILE_FILE)
  await expectAsTyped(form, [HOSTILE_FILE.name])
  await submitButton(form).click()
  await expectSubmitted(page)

  await visit(page, '/recovery')
  const recovery = page.getByRole('form', { name: 'Resubmission' })
  await recovery.getByLabel('Name').fill(AGAIN.name)
  await recovery.getByLabel('Email').fill(APPLICANT.email)
  await recovery.getByLabel('Phone').fill(AGAIN.phone)
  await recovery.getByLabel('Job Title').fill(TITLE)
  await recovery.getByLabel('Additional Information').fill(AGAIN.info)
  await resumeField(recovery).setInputFiles(HOSTILE_FILE)
  await expectAsTyped(recovery, [HOSTILE_FILE.name])
  await recovery.getByRole('button', { name: 'Resubmit Application' }).click()
  await expectToast(page, 'Recovery Information Submitted')

  await openAllApplications(page, site)
  const { name, email, phone, note } = APPLICANT
  await expectAsTyped(page.getByRole('table'), [name, email, phone, note, AGAIN.name, TITLE, AGAIN.info])
  await visit(page, '/admin/storage')
  await expectAsTyped(page.getByRole('main'), ['Disconnected'])

  await visit(page, '/admin/dashboard')
  await expectAsTyped(rowOf(page, name), [name, email, phone, TITLE, `${note.slice(0, 30)}...`])
  await expectAsTyped(page.getByRole('row').filter({ hasText: AGAIN.name }), [AGAIN.phone, TITLE])
  await rowOf(page, name)
    .getByRole('button', { name: `Download resume of ${name}` })
    .hover()
  await expectAsTyped(page.getByRole('tooltip'), [HOSTILE_FILE.name])
  await openMenu(page, name)
  await page.keyboard.press('Escape')
  await rowOf(page, name).getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('dialog', { name: 'Application Details' })
  await details.getByLabel('Feedback').fill(TURNED + textOf('feedback'))
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Application updated')
  await expect(details.getByLabel('Feedback')).toHaveValue(textOf('feedback'))
  await openHistory(page)
  await expectAsTyped(details, [name, email, phone, TITLE, note])
})

test('the page of a posting is safe as markup, and so are its head and its structured data', async ({ page, site }) => {
  const [description, requirements, benefits] = [textOf('overview'), textOf('requirements'), textOf('benefits')]
  const facts = { title: TITLE, location: lineOf('place'), department: DEPARTMENT, salaryRange: lineOf('salary') }
  const further = { travel: lineOf('travel'), rotation: lineOf('rotation'), hiringSteps: [lineOf('step')] }
  const id = await site.createJob({ ...facts, ...further, description, requirements, benefits })
  const source = await (await page.request.get(`/jobs/${id}`)).text()
  for (const markup of ['<img src=x', '<script>alert', '<svg onload', '<a href="javascript:', '<iframe']) {
    expect(source).not.toContain(markup)
  }
  await visit(page, `/jobs/${id}`)
  expect(await page.title()).toContain(TITLE)
  const texts = [TITLE, facts.location, facts.salaryRange, DEPARTMENT, description, requirements, benefits]
  const furtherTexts = [further.travel, further.rotation, ...further.hiringSteps]
  await expectAsTyped(page.getByRole('article'), [...texts, ...furtherTexts])
  const block = page.locator('script[type="application/ld+json"]')
  await expect(block).toHaveCount(1)
  const data = JSON.parse((await block.textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'JobPosting', title: TITLE })
  // Search engines read the description as HTML: the texts must be text there too.
  const read = await page.evaluate((html) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    const names = new Set(Array.from(body.querySelectorAll('*'), ({ localName }) => localName))
    return { text: body.textContent, names: [...names].sort() }
  }, data.description)
  for (const line of [...requirements.split('\n'), ...furtherTexts]) expect(read.text).toContain(line)
  expect(read.names).toEqual(['br', 'h3', 'li', 'ol', 'p', 'ul'])
  await site.deleteJob(id)
})

test('a username from before the rules is plain text, and may stay', async ({ page, startServer }, testInfo) => {
  const dataDir = testInfo.outputPath('data')
  const url = await startServer({ SUBMISSIONS_PER_HOUR: '0', DATA_DIR: dataDir })
  const own = await openSite(url, '')
  await own.apply({ name: 'Ana Person' })
  const username = '<img src=x onerror=alert(11)>{{7*7}}</script>'
  const database = new SqliteDatabase(join(dataDir, 'wellhead.sqlite'))
  database.prepare('update accounts set username = ?').run(username)
  database.close()
  await visit(page, `${url}/admin/login`)
  await logIn(page, { ...own.credentials, username })
  await openPasswordDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await expect(dialog.getByLabel('Username')).toHaveValue(username)
  await dialog.getByLabel('Current password').fill(own.credentials.password)
  await dialog.getByLabel('New password', { exact: true }).fill(lineOf('password'))
  await dialog.getByLabel('Confirm new password').fill(lineOf('password'))
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, 'Password changed')
  await choose(page, 'Ana Person', 'Archive Application')
  await expectToast(page, 'Application archived')
  await page.getByRole('tab', { name: 'Archived' }).click()
  await rowOf(page, 'Ana Person').getByRole('button', { name: 'Details' }).click()
  await expectAsTyped(await openHistory(page), [username])
})
