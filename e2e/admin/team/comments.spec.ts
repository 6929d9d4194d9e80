import type { Page } from '@playwright/test'
import { enterAs } from '../../steps/enter-as.ts'
import { address, applicantOfPosting, bearerOf, openFromQueue, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test('colleagues comment on an applicant and mention each other, and what is typed outlives a reload', async ({
  page,
  browser,
  site,
}) => {
  const { jobId, amy } = await applicantOfPosting(site)
  await site.apply({ name: 'Ben Second', email: 'ben@example.com', jobId: String(jobId) })
  const manager = await enterAs(browser, site, 'hiring_manager', [{ jobId, decides: false }])
  await openReview(page, site, amy)
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  const comments = page.getByRole('list', { name: 'Comments, oldest first' }).getByRole('listitem')

  await test.step('an @ offers the people who see the application, by any part of the name, and says how many', async () => {
    await box.fill(' \nToday')
    await box.press('Control+Home')
    await box.pressSequentially('@hiring')
    await expect(page.getByRole('listbox', { name: 'People to mention' }).getByRole('option')).toHaveText([
      manager.username,
    ])
    await expect(page.getByRole('status').filter({ hasText: '1 person' })).toBeAttached()
  })
  await test.step('the Enter of an input method and Shift+Tab choose nobody', async () => {
    await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect(page.getByRole('listbox', { name: 'People to mention' }).getByRole('option')).toHaveCount(1)
    await box.press('Shift+Tab')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(box).toHaveValue('@hiring \nToday')
    await expect(box).not.toBeFocused()
  })
  await test.step('the name stands where it was begun, and one types on behind it', async () => {
    await box.press('Control+Home')
    for (const _ of '@hirin') await box.press('ArrowRight')
    await box.press('Delete')
    await box.press('g')
    await box.press('Enter')
    await box.pressSequentially('look')
    await expect(box).toHaveValue(`@${manager.username} look\nToday`)
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await box.fill(`Please look, @${manager.username} `)
  })
  await test.step('a reload keeps it, and Ctrl+Enter sends it without moving on', async () => {
    await page.reload()
    await expect(box).toHaveValue(`Please look, @${manager.username} `)
    await box.press('Control+Enter')
    await expect(comments).toHaveCount(1)
    await expect(box).toHaveValue('')
    await expect(page).toHaveURL(new RegExp(`/admin/applications/${amy}`))
  })
  await test.step('the colleague reads it, and can neither change nor delete it', async () => {
    await visit(manager.page, address(amy))
    const read = manager.page.getByRole('list', { name: 'Comments, oldest first' }).getByRole('listitem')
    await expect(read).toContainText(`Please look, @${manager.username}`)
    await manager.page.getByRole('textbox', { name: 'Comment', exact: true }).fill('She knows pumps.')
    await manager.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(read).toHaveCount(2)
    await expect(read.first().getByRole('button')).toHaveCount(0)
    await expect(read.last().getByRole('button')).toHaveText(['Edit', 'Delete'])
  })
  const edit = page.getByRole('button', { name: /^Edit comment of admin/ })
  const edited = page.getByRole('textbox', { name: 'Comment of admin' })
  await test.step('the author changes it with Ctrl+Enter, and stays at this applicant', async () => {
    await page.reload()
    await edit.click()
    await expect(edited).toBeFocused()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' today')
    await page.keyboard.press('Control+Enter')
    await expect(comments.first()).toContainText(`@${manager.username} today`)
    await expect(edit).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`/admin/applications/${amy}`))
  })
  await test.step('Cancel takes the change back, and the focus too', async () => {
    await edit.click()
    await edited.fill('Nothing of this')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(edit).toBeFocused()
    await edit.click()
    await expect(edited).toHaveValue(/today$/)
  })
  await test.step('a change that is not saved is asked about before leaving, and is still there on the way back', async () => {
    await edited.fill('Please call her.')
    const asked = page.waitForEvent('dialog')
    await Promise.all([page.reload(), asked.then((dialog) => dialog.accept())])
    expect((await asked).type()).toBe('beforeunload')
    await expect(edited).toHaveValue('Please call her.')
    await openFromQueue(page, 'Ben Second')
    await openFromQueue(page, 'Amy First')
    await expect(edited).toHaveValue('Please call her.')
  })
  await test.step('what another window saved meanwhile is shown, and neither text is lost', async () => {
    await saveElsewhere(page, amy, 'From my phone')
    await page.getByRole('button', { name: 'Save comment' }).click()
    await expect(page.getByRole('alert')).toContainText('From my phone')
    await expect(edited).toHaveValue('Please call her.')
    await page.getByRole('button', { name: 'Save comment' }).click()
    await expect(comments.first()).toContainText('Please call her.')
  })
  await test.step('its earlier texts stay readable', async () => {
    await comments
      .first()
      .getByText(/^Changed .*, earlier texts$/)
      .click()
    await expect(page.getByRole('list', { name: 'Earlier texts, newest first' })).toContainText('Please look')
  })
  await test.step('a deleted one leaves a line', async () => {
    await page.getByRole('button', { name: /^Delete comment of hiring/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Comment deleted')
    await expect(comments.last()).toContainText('Deleted')
    await expect(comments.last()).not.toContainText('pumps')
    await expect(comments.last()).toBeFocused()
  })
  await manager.page.context().close()
})

/** Changes the first comment on an application from another window of the same person. */
async function saveElsewhere(page: Page, application: number, text: string): Promise<void> {
  const headers = await bearerOf(page)
  const list = await page.request.get(`/api/admin/applications/${application}/comments`, { headers })
  const [comment] = ((await list.json()) as { comments: { id: number; version: number }[] }).comments
  const data = { text, mentions: [], version: comment?.version }
  const saved = await page.request.patch(`/api/admin/comments/${comment?.id}`, { headers, data })
  expect(saved.status()).toBe(200)
}
