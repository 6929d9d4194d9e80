import { enterAs } from '../../steps/enter-as.ts'
import { address, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test('colleagues comment on an applicant and mention each other, and what is typed outlives a reload', async ({
  page,
  browser,
  site,
}) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const jobId = await site.createJob({ title: 'Field Engineer' })
  const amy = await site.apply({ name: 'Amy First', email: 'amy@example.com', jobId: String(jobId) })
  const manager = await enterAs(browser, site, 'hiring_manager', [{ jobId, decides: false }])
  await openReview(page, site, amy)
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  const comments = page.getByRole('list', { name: 'Comments, oldest first' }).getByRole('listitem')

  await test.step('an @ offers the people who see the application, by any part of the name', async () => {
    await box.pressSequentially('Please look, @hiring')
    await expect(page.getByRole('option')).toHaveText([manager.username])
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue(`Please look, @${manager.username} `)
    await expect(page.getByRole('listbox')).toHaveCount(0)
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
  await test.step('the author changes it, and its earlier text stays readable', async () => {
    await page.reload()
    await page.getByRole('button', { name: /^Edit comment of admin/ }).click()
    await page.getByRole('textbox', { name: 'Comment of admin' }).fill('Please call her.')
    await page.getByRole('button', { name: 'Save comment' }).click()
    await expect(comments.first()).toContainText('Please call her.')
    await comments
      .first()
      .getByText(/^Changed /)
      .click()
    await expect(page.getByRole('list', { name: 'Earlier texts, newest first' })).toContainText('Please look')
  })
  await test.step('a deleted one leaves a line', async () => {
    await page.getByRole('button', { name: /^Delete comment of hiring/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Comment deleted')
    await expect(comments.last()).toContainText('Deleted')
    await expect(comments.last()).not.toContainText('pumps')
  })
  await manager.page.context().close()
})
