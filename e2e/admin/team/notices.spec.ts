import { enterAs } from '../../steps/enter-as.ts'
import { address, applicantOfPosting, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test('who is mentioned reads it under the bell, goes to the comment, and says what they want to be told', async ({
  page,
  browser,
  site,
}) => {
  const { jobId, amy } = await applicantOfPosting(site)
  const { page: other, username } = await enterAs(browser, site, 'hiring_manager', [{ jobId, decides: false }])
  await openReview(page, site, amy)
  const mention = async (words: string) => {
    const box = page.getByRole('textbox', { name: 'Comment', exact: true })
    await box.fill(`@${username} ${words}`)
    await box.press('Control+Enter')
    await expect(page.getByRole('list', { name: 'Comments, oldest first' })).toContainText(words)
    // Sent: the next one can begin.
    await expect(box).toHaveValue('')
  }
  const bell = (state: string) => other.getByRole('button', { name: `Notices, ${state} unread` })
  const list = other.getByRole('region', { name: 'Notices' })

  await test.step('without a notice the list says what it is for, and Escape leads back to the bell', async () => {
    await bell('none').click()
    await expect(list).toContainText('Nothing yet')
    await other.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(bell('none')).toBeFocused()
  })
  await test.step('a notice says who did what to which applicant, and leads to the comment', async () => {
    await mention('please call her')
    await visit(other, '/admin/dashboard')
    await bell('1').click()
    const line = list.getByRole('link')
    await expect(line).toContainText('admin mentioned you')
    await expect(line).toContainText('Amy First · Field Engineer')
    await line.click()
    await expect(other).toHaveURL(new RegExp(`${address(amy)}\\?comment=\\d+$`))
    const comment = other.getByRole('list', { name: 'Comments, oldest first' }).getByRole('listitem')
    await expect(comment).toBeFocused()
    await expect(comment).toBeInViewport()
    await expect(bell('none')).toBeVisible()
  })
  await test.step('all are marked as read at once', async () => {
    await mention('and today')
    await mention('or tomorrow')
    await other.reload()
    await bell('2').click()
    await list.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell('none')).toBeVisible()
    await expect(list.getByRole('link')).toHaveCount(3)
  })
  await test.step('a kind that is switched off for the page is listed no more', async () => {
    await list.getByRole('button', { name: 'Choose your notices' }).click()
    const dialog = other.getByRole('dialog', { name: 'Notice settings' })
    await expect(dialog).toContainText('No mail server is configured')
    await expect(dialog.getByLabel('By mail')).toHaveCount(0)
    await dialog.getByRole('checkbox', { name: 'A colleague mentions you in a comment' }).uncheck()
    await dialog.getByRole('button', { name: 'Save notices' }).click()
    await expectToast(other, 'Notices saved')
    await expect(bell('none')).toBeFocused()
    await bell('none').click()
    await expect(list).toContainText('Nothing yet')
  })
  await other.context().close()
})

test('who is given applications reads it under the bell, goes to them, and reads nothing of what was taken back', async ({
  page,
  browser,
  site,
}) => {
  const { jobId, amy } = await applicantOfPosting(site)
  await site.apply({ name: 'Ben Second', email: 'ben@example.com', jobId: String(jobId) })
  const { page: other, username } = await enterAs(browser, site, 'hiring_manager', [{ jobId, decides: false }])
  await openReview(page, site, amy)
  const bell = (state: string) => other.getByRole('button', { name: `Notices, ${state} unread` })
  const list = other.getByRole('region', { name: 'Notices' })

  await test.step('one application is named, and opened', async () => {
    await page.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: username })
    await bell('1').click()
    const line = list.getByRole('link')
    await expect(line).toContainText('admin assigned an application to you')
    await expect(line).toContainText('Amy First · Field Engineer')
    await line.click()
    await expect(other).toHaveURL(new RegExp(`${address(amy)}$`))
    await expect(bell('none')).toBeVisible()
  })
  await test.step('several at once are one line, which leads to all that is assigned to one', async () => {
    await visit(page, '/admin/dashboard')
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    const assignTo = page.getByRole('combobox', { name: 'Assign to' })
    await assignTo.selectOption({ label: 'No one' })
    await expectToast(page, 'No longer assigned')
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await assignTo.selectOption({ label: username })
    await bell('1').click()
    const line = list.getByRole('link').first()
    await expect(line).toContainText('admin assigned 2 applications to you')
    await expect(line).toContainText('and 1 more')
    const height = async (nth: number) => (await list.getByRole('link').nth(nth).boundingBox())?.y ?? 0
    await other.setViewportSize({ width: 390, height: 844 })
    await expect(line, 'on a phone too').toBeVisible()
    expect(await height(1)).toBeGreaterThan(await height(0))
    await other.setViewportSize({ width: 1280, height: 720 })
    expect(await height(1), 'one line below the other').toBeGreaterThan(await height(0))
    await line.click()
    await expect(other).toHaveURL(/\/admin\/dashboard\?assigned=me$/)
    await expect(other.getByRole('row', { name: /Amy First/ })).toBeVisible()
    await expect(other.getByRole('row', { name: /Ben Second/ })).toBeVisible()
    await expect(bell('none')).toBeVisible()
  })
  await test.step('what was taken back before it was read is listed no more', async () => {
    await openReview(page, site, amy)
    const select = page.getByRole('combobox', { name: 'Assigned to' })
    await select.selectOption({ label: 'No one yet' })
    await expectToast(page, 'No longer assigned')
    await select.selectOption({ label: username })
    await expect(bell('1')).toBeVisible()
    await select.selectOption({ label: 'No one yet' })
    await expect(bell('none')).toBeVisible()
  })
  await other.context().close()
})
