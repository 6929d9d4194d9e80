import type { Locator } from '@playwright/test'
import type { AskedQuestion } from '../../../contract/jobs/question.ts'
import { answerFieldsOf } from '../../../contract/jobs/question-answers.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { question } from '../../../test/questions.ts'
import { closeLink } from '../../steps/link-steps.ts'
import { address, openReview } from '../../steps/review-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { visit } from '../../steps/steps.ts'

test('a colleague without an account opens the link that was asked for with A, reads the resume, and answers', async ({
  page,
  browser,
  site,
}) => {
  const amy = await applicantWithLink(site, 'https://example.com/amy')
  await openReview(page, site, amy)
  await expect(page.getByRole('button', { name: 'Ask a colleague' })).toBeVisible()
  const link = await test.step('the link is shown once where the site sends no mail', async () => {
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: /^Ask a colleague about/ })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(['Enter the address of the colleague', 'Write a question'])
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('lena@example.com')
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Would you talk to her?')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const shown = page.getByText(/\/admin\/colleague#/)
    await expect(shown).toBeVisible()
    const text = (await shown.textContent()) ?? ''
    await test.step('closing it before it was copied asks', async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Back to the link' }).click()
      await closeLink(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    return text.slice(text.indexOf('/admin/colleague'))
  })

  const colleague = await browser.newPage({ baseURL: site.url, deviceScaleFactor: 2 })
  await test.step('nothing of the person shows before the question is opened', async () => {
    await visit(colleague, link)
    await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('admin asks you about an applicant')
    expect(await colleague.content()).not.toContain('Amy')
    await colleague.getByRole('button', { name: 'Read the question' }).click()
    await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Amy First')
    await expect(colleague.getByText('Would you talk to her?')).toBeVisible()
    const paper = colleague.getByRole('list', { name: 'Pages of the resume' }).getByRole('listitem').first()
    const widthOf = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0)
    await expect(paper.locator('canvas')).toBeVisible()
    expect(await widthOf(paper.locator('canvas')), 'on a screen of twice the pixels').toBe(await widthOf(paper))
    expect(await colleague.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await colleague.content()).not.toContain('amy@example.com')
    const work = colleague.getByRole('link', { name: 'https://example.com/amy' })
    await expect(work).toHaveAttribute('href', 'https://example.com/amy')
    await expect(work).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  })
  await test.step('the answer says what is missing, is sent, and outlives a reload', async () => {
    await colleague.getByRole('button', { name: 'Send answer' }).click()
    await expect(colleague.getByRole('alert')).toHaveText('Choose an answer')
    await expect(colleague.getByRole('radio', { name: 'Talk to them' })).toBeFocused()
    await colleague.getByRole('radio', { name: 'Talk to them' }).check()
    await colleague.getByRole('textbox', { name: 'Comment' }).fill('Knows our pumps.')
    await colleague.getByRole('button', { name: 'Send answer' }).click()
    const answers = colleague.getByRole('list', { name: 'What you have answered' })
    await expect(answers).toContainText('Talk to them')
    const thanks = colleague.getByText('Thank you. admin reads your answer.')
    await expect(thanks).toBeFocused()
    await colleague.reload()
    await expect(answers).toContainText('Knows our pumps.')
    await expect(thanks).toBeVisible()
    await expect(colleague.getByRole('form')).toHaveCount(0)
    await colleague.getByRole('button', { name: 'Answer again' }).click()
    await expect(colleague.getByRole('radio', { name: 'Talk to them' })).toBeFocused()
  })
  await test.step('another device is asked for a code, which this site cannot send', async () => {
    const forwarded = await browser.newPage({ baseURL: site.url })
    await visit(forwarded, link)
    await expect(forwarded.getByRole('alert')).toContainText('opened on another device already')
    await openOnFourMore(site)
    await forwarded.reload()
    await expect(forwarded.getByRole('alert')).toHaveText(/opened on 5 devices already.*ask admin for a new link/)
    await expect(forwarded.getByRole('main').getByRole('button')).toHaveCount(0)
    await forwarded.context().close()
  })
  await test.step('the answer stands among the comments, and the link is ended', async () => {
    await visit(page, address(amy))
    const comments = page.getByRole('list', { name: 'Comments, oldest first' }).getByRole('listitem')
    await expect(comments).toContainText('lena@example.com')
    await expect(comments).toContainText('Talk to them')
    const asked = page.getByRole('list', { name: 'Asked colleagues, newest first' }).getByRole('listitem')
    await expect(asked).toContainText('answered')
    await page.getByRole('button', { name: 'End link of lena@example.com' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End link' }).click()
    await expect(page.getByRole('button', { name: 'End link of lena@example.com' })).toHaveCount(0)
    await colleague.reload()
    await expect(colleague.getByRole('alert')).toContainText('This link does not work, or not any more.')
  })
  await colleague.context().close()
})

/** An applicant of a posting that asks for a link. */
async function applicantWithLink(site: Site, link: string): Promise<number> {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const job = await site.createJob({
    title: 'Field Engineer',
    questions: [question({ text: 'Your work', kind: 'link' })],
  })
  const { askedQuestions } = (await site.request('GET', pathTo(API.job, job))) as { askedQuestions: AskedQuestion[] }
  const answers = askedQuestions.flatMap((asked) => answerFieldsOf(asked).map((field) => [field, link]))
  return site.apply({ name: 'Amy First', email: 'amy@example.com', jobId: String(job), ...Object.fromEntries(answers) })
}

/** Lets four more devices open every link. */
async function openOnFourMore(site: Site) {
  const db = await openDatabase(site.dataDir)
  for (const { id: question_id } of await db.selectFrom('colleague_questions').select('id').execute()) {
    const devices = ['b', 'c', 'd', 'e'].map((name) => ({
      device_hash: `${question_id}${name}`,
      question_id,
      created_at: '',
    }))
    await db.insertInto('colleague_devices').values(devices).execute()
  }
  await db.destroy()
}
