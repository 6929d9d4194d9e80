import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { question } from '../../test/questions.ts'
import { expectUsable } from '../steps/accessible-steps.ts'
import { openAdmin } from '../steps/admin-steps.ts'
import { test } from '../steps/own-server.ts'
import { expect } from '../steps/site.ts'
import { dismissToast, expectToast } from '../steps/steps.ts'

test('what was typed into the settings stays when another admin has changed them, and after a reload', async ({
  page,
  ownServer: { site },
}) => {
  await openAdmin(page, site, '/admin/settings', 'Settings')
  const card = page.getByRole('region', { name: 'Answers', exact: true })
  const days = card.getByLabel('Answer within (days)')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await days.fill('7')
  await card.getByLabel('Hiring').selectOption('Never')
  await card.getByLabel('Rejection').selectOption('Never')
  const savedQuestions = [question()]
  await site.changeSettings({ answerWithinDays: 4, digest: { isOn: true, time: '09:30' }, savedQuestions })
  await save.click()
  await expectToast(page, 'Settings were not saved', /What you typed is still here: save again to replace theirs\./)
  await dismissToast(page)
  await expect(card.getByLabel('Time', { exact: true })).toHaveValue('09:30')
  await expect(days).toHaveValue('7')
  await expect(page.getByText('Not saved yet: Answers.')).toBeVisible()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save.click()
  await expectToast(page, 'Settings saved')
  // What was not typed stays as it is stored, even where this version cannot read it.
  expect(Object.keys((await sent).postDataJSON().settings)).toEqual(['answerWithinDays', 'decisionMessages'])
  expect(await site.settings()).toMatchObject({
    answerWithinDays: 7,
    decisionMessages: { rejected: 'never' },
    digest: { time: '09:30' },
    savedQuestions,
  })
  await days.fill('8')
  await page.reload()
  await expect(days).toHaveValue('8')
  await test.step('in another section a mark says so; one Save is in view everywhere, and saves what its section has', async () => {
    await page.getByRole('link', { name: 'Open positions elsewhere' }).click()
    await expect(page).toHaveURL('/admin/settings?section=elsewhere')
    await expect(page.getByText('Everything here is saved.')).toBeVisible()
    await page.getByLabel('Sites that may embed the list').fill('https://www.example.com')
    await page.getByRole('link', { name: 'Answers to applicants (not saved)' }).click()
    await expect(page.getByRole('link', { name: 'Open positions elsewhere (not saved)' })).toBeVisible()
    await expect(days).toHaveValue('8')
    await page.getByLabel('Your email address').fill('no address')
    await expect(page.getByText('Not saved yet: Answers, Your daily digest.')).toBeInViewport()
    await save.click()
    await expectToast(page, 'Settings saved')
    await expect(page.getByLabel('Your email address')).toBeFocused()
    await expect(page.getByRole('alert')).toHaveText('Invalid email address')
    await expect(page.getByText('Not saved yet: Your daily digest.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByText('Everything here is saved.')).toBeVisible()
    await expect(save).toBeFocused()
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const section of ['mail', 'form', 'site', 'elsewhere', 'answers']) {
      await page.goto(`/admin/settings?section=${section}`)
      await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
      const height = () => page.evaluate(() => document.documentElement.scrollHeight)
      expect(await height(), section).toBeLessThanOrEqual(1_800)
      if (section !== 'form') await expect(save, section).toBeInViewport()
    }
  })
  await test.step('how the promise is kept is shown to everyone once that is ticked and saved', async () => {
    const footer = page.getByRole('contentinfo')
    await page.getByLabel('Show everyone how we keep this promise').check()
    await save.click()
    await page.getByRole('link', { name: 'Look at the page' }).click()
    await expect(page.getByRole('heading', { name: 'Our promise, kept and missed' })).toBeVisible()
    await expect(page.getByText('There is nothing to show yet')).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Our promise' })).toHaveAttribute('href', '/promise')
  })
})

test('settings that cannot be read say so in their group, and Try again reads them', async ({
  page,
  ownServer: { site },
}) => {
  const read = [ADMIN_API.settings, ADMIN_API.siteTexts, ADMIN_API.messageTemplates, ADMIN_API.mail, ADMIN_API.ownEmail]
  for (const path of read) await page.route(`**${path}`, (route) => route.fulfill({ status: 500 }))
  await page.clock.install()
  await openAdmin(page, site, '/admin/settings', 'Settings')
  for (const [group, cards] of [
    ['Answers to applicants', { Answers: 'Settings', 'Your daily digest': 'The address of your digest' }],
    ['Mail', { 'Mail server': 'The mail server', 'Texts of messages': 'Templates' }],
    ['Application form', { 'Saved questions': 'Saved questions' }],
    ['Careers site', { 'Texts of the site': 'The texts of the site' }],
    ['Open positions elsewhere', { 'List on other sites': 'The list for other sites' }],
  ] as const) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: group }).click()
    const section = page.getByRole('region', { name: group, exact: true })
    for (const [card, subject] of Object.entries(cards)) {
      const alert = section.getByRole('region', { name: card, exact: true }).getByRole('alert')
      const text = new RegExp(`^${subject} could not be loaded\\. Trying again every few seconds\\.`)
      // Two more attempts come first, after one second and after two.
      await expect(async () => {
        await page.clock.fastForward(2_000)
        await expect(alert).toHaveText(text, { timeout: 200 })
      }).toPass()
    }
    await expect(section.getByRole('alert')).toHaveCount(Object.keys(cards).length)
  }
  await expectUsable(page, 'the settings that cannot be read')
  const asked = page.waitForRequest(`**${ADMIN_API.settings}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
  await page.unrouteAll()
  await expect(page.getByLabel('Sites that may embed the list')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Set the address of this site as PUBLIC_URL on the server.')
})

test('saved questions are added, edited and deleted by keyboard, and nothing typed is lost', async ({
  page,
  ownServer: { site },
}) => {
  await openAdmin(page, site, '/admin/settings?section=form', 'Settings')
  const card = page.getByRole('region', { name: 'Saved questions' })
  const add = card.getByRole('button', { name: 'Add a question' })
  const form = card.getByRole('form', { name: 'Saved question' })
  const text = form.getByLabel('Question')
  const save = form.getByRole('button', { name: 'Save question' })

  await test.step('a new one', async () => {
    await add.press('Enter')
    await expect(text).toBeFocused()
    await save.press('Enter')
    await expect(form.getByRole('alert')).toHaveText('Enter a question')
    await expect(text).toBeFocused()
    await page.keyboard.type('Which rotation suits you?')
    await form.getByLabel('Kind of answer').selectOption('One of a list')
    await form.getByLabel('Choices').fill('14/14\n7/7\n')
    await page.reload()
    await expect(text).toHaveValue('Which rotation suits you?')
    await form.getByText('Mark answers').click()
    await form.getByLabel('7/7').selectOption('Look at first')
    await expectUsable(page, 'the settings with a question that is written')
    await save.press('Enter')
    await expectToast(page, 'Question saved')
    await expect(add).toBeFocused()
    await dismissToast(page)
    await expect(card.getByRole('listitem')).toContainText(['One of a list, 2 choices, optional'])
  })
  await test.step('edited while another admin adds one: each text once, and the other stays', async () => {
    const theirs = question({ text: 'Do you have a TWIC card?', kind: 'yes_no' })
    await card.getByRole('button', { name: 'Edit “Which rotation suits you?”' }).press('Enter')
    await site.changeSettings({ savedQuestions: [...(await site.settings()).savedQuestions, theirs] })
    await text.fill('Which rotation do you prefer?')
    await save.press('Enter')
    await expectToast(page, 'Question saved')
    await expect(card.getByRole('listitem')).toContainText(['Which rotation do you prefer?', theirs.text])
    await expect(card.getByRole('button', { name: 'Edit “Which rotation do you prefer?”' })).toBeFocused()
    await dismissToast(page)
    await add.press('Enter')
    await text.fill(theirs.text)
    await save.press('Enter')
    await expect(form.getByRole('alert')).toHaveText('This question is saved already')
    await form.getByRole('button', { name: 'Cancel' }).press('Enter')
    const saved = (await site.settings()).savedQuestions
    expect(saved.map((each) => [each.text, each.lookAtFirst])).toEqual([
      ['Which rotation do you prefer?', ['7/7']],
      [theirs.text, []],
    ])
  })
  await test.step('deleted after it asks', async () => {
    await card.getByRole('button', { name: 'Delete “Do you have a TWIC card?”' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expectToast(page, 'Saved question removed')
    await expect(card.getByRole('listitem')).toHaveCount(1)
    expect((await site.settings()).savedQuestions).toHaveLength(1)
  })
})
