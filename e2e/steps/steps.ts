import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { APPLICANT, fixture } from '../../test/factories.ts'
import { expect, type Site } from './site.ts'

/** Address of the application form's request, as a pattern for `page.route`. */
export const SUBMIT_REQUEST = '**/api/submit-application'

/** What a person types into the application form. */
export type Applicant = typeof APPLICANT

/** A file as Playwright hands it to a picker. */
type PickedFile = { name: string; mimeType: string; buffer: Buffer }

/** The small real PDF. */
export const PDF: PickedFile = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: fixture('resume.pdf') }

/**
 * A readable PDF of any size: the small one, a comment as padding, and its end again.
 * @param bytes size of the whole file
 */
export function pdfOf(bytes: number, name = 'large.pdf'): PickedFile {
  const end = PDF.buffer.subarray(PDF.buffer.lastIndexOf('startxref'))
  const padding = Buffer.alloc(bytes - PDF.buffer.length - end.length, 'x')
  padding.write('\n%')
  padding.write('\n', padding.length - 1)
  return { ...PDF, name, buffer: Buffer.concat([PDF.buffer, padding, end]) }
}

/** A new applicant with a unique email address. */
export function newApplicant(): Applicant {
  return { ...APPLICANT, email: `ana-${randomUUID()}@example.com` }
}

/** Opens a page and waits for hydration. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
}

/** Waits for the code of toasts and what it imports: it is loaded after the page, on a busy machine long after. */
export async function waitForToaster(page: Page): Promise<void> {
  const find = () =>
    performance.getEntriesByType('resource').find(({ name }) => name.includes('/toaster-') && name.endsWith('.js'))
      ?.name
  const toaster = await page.waitForFunction(find)
  // Its own imports are fetched after it, and the page names them nowhere.
  await page.evaluate((address) => import(String(address)), await toaster.jsonValue())
}

/** The visible toasts. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
}

/** Expects one toast with exactly this title and, if given, this text. In one look, since it may end between two. */
export async function expectToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  const titled = toasts(page).filter({ has: page.getByText(title, { exact: true }) })
  const found = text ? titled.filter({ has: page.getByText(text, { exact: true }) }) : titled
  await expect(found.and(page.locator(':only-child')), `a toast “${title}”, and no other`).toBeVisible()
}

/** How long a toast is shown, in milliseconds. */
const TOAST_MS = 5_000

/** Dismisses the toast, so that it is not mistaken for the next one. One that has ended by itself meanwhile is as good. */
export async function dismissToast(page: Page): Promise<void> {
  const dismiss = toasts(page).getByRole('button', { name: 'Dismiss' })
  await dismiss.click({ timeout: TOAST_MS }).catch(() => undefined)
  await expect(toasts(page)).toHaveCount(0)
}

/** The reachable application form: in the open dialog, otherwise in the page section. */
export function applicationForm(page: Page): Locator {
  return page.getByRole('form', { name: 'Application' })
}

/** The file picker of a form; its name grows by the chosen file's. */
export function resumeField(form: Locator): Locator {
  return form.getByRole('button', { name: /^Resume/ })
}

/** The submit button of an application form, busy or not. */
export function submitButton(form: Locator): Locator {
  return form.getByRole('button', { name: /^Submit/ })
}

/** Fills in a form and, by default, chooses the small PDF. */
export async function fillApplication(form: Locator, applicant: Applicant, file: PickedFile | null = PDF) {
  await form.getByLabel('Name').fill(applicant.name)
  await form.getByLabel('Email').fill(applicant.email)
  await form.getByLabel('Phone').fill(applicant.phone)
  await form.getByLabel('Note').fill(applicant.note)
  if (file) await resumeField(form).setInputFiles(file)
}

/** Expects that a form still holds what was typed and chosen, and can be sent. */
export async function expectFilled(form: Locator, applicant: Applicant, fileName = PDF.name): Promise<void> {
  await expect(form.getByLabel('Name')).toHaveValue(applicant.name)
  await expect(form.getByLabel('Email')).toHaveValue(applicant.email)
  await expect(form.getByLabel('Phone')).toHaveValue(applicant.phone)
  await expect(form.getByLabel('Note')).toHaveValue(applicant.note)
  await expect(form.getByText(fileName, { exact: true })).toBeVisible()
  await expect(submitButton(form)).toHaveText('Submit Application')
  await expect(submitButton(form)).toBeEnabled()
}

/** After a confirmation in the page section: shows the form again, which is empty. */
export async function startAgain(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Send another application' }).click()
  await expectEmpty(applicationForm(page))
  return applicationForm(page)
}

/** Expects an empty form. */
export async function expectEmpty(form: Locator): Promise<void> {
  for (const label of ['Name', 'Email', 'Phone', 'Note']) await expect(form.getByLabel(label)).toHaveValue('')
  await expect(form.getByText('Choose a file')).toBeVisible()
}

/** Expects the toast of a stored application. */
export async function expectSubmitted(page: Page): Promise<void> {
  await expectToast(page, 'Application Submitted', 'Thank you for your application. We will contact you soon!')
}

/** The applications stored for one address. */
export async function storedFor(site: Site, { email }: Pick<Applicant, 'email'>) {
  return (await site.applications()).filter((application) => application.email === email)
}

/** One posting of the landing list. */
export function jobCard(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** Opens the application dialog of a posting from the landing list. */
export async function openApplication(page: Page, title: string): Promise<Locator> {
  await jobCard(page, title).getByRole('button', { name: 'Apply Now' }).click()
  await expect(page.getByRole('dialog', { name: `Apply for ${title}`, exact: true })).toBeVisible()
  return applicationForm(page)
}

/** Signs in through the login screen that is shown. */
export async function logIn(page: Page, credentials: Site['credentials']): Promise<void> {
  await page.getByLabel('Username').fill(credentials.username)
  await page.getByLabel('Password').fill(credentials.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never reaches ${target}`)
}

/** Delays requests until the returned function runs. */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<() => void> {
  const { promise: release, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await release
    await route.continue()
  })
  return resolve
}

/** Whether two parts of the page lie over each other. */
export async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [first, second] = [await one.boundingBox(), await other.boundingBox()]
  if (!first || !second) throw new Error('one of the parts is not there')
  const isBeside = first.x + first.width <= second.x || first.x >= second.x + second.width
  return !isBeside && first.y + first.height > second.y && first.y < second.y + second.height
}
