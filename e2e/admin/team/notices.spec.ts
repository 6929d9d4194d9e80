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
    await list.getByRole('button', { name: 'Choose what you are told' }).click()
    const dialog = other.getByRole('dialog', { name: 'Notices' })
    const mentions = dialog.getByRole('group', { name: 'A colleague mentions you in a comment' })
    await expect(mentions.getByLabel('By mail')).toBeChecked()
    await mentions.getByLabel('In the page').uncheck()
    await dialog.getByRole('button', { name: 'Save notices' }).click()
    await expectToast(other, 'Notices saved')
    await expect(bell('none')).toBeFocused()
    await bell('none').click()
    await expect(list).toContainText('Nothing yet')
  })
  await other.context().close()
})
