import { findOptional } from '../../scripts/optional-programs.ts'
import { startNginx } from '../../test/nginx/nginx.ts'
import { openSlowSenders } from '../../test/requests/slow-senders.ts'
import { test as withOwnServer } from '../steps/own-server.ts'
import { expect } from '../steps/site.ts'
import {
  applicationForm,
  dismissToast,
  expectFilled,
  expectSubmitted,
  expectToast,
  fillApplication,
  newApplicant,
  storedFor,
  submitButton,
  visit,
  waitForToaster,
} from '../steps/steps.ts'

const program = findOptional('nginx')

const test = withOwnServer.extend({
  baseURL: async ({ ownServer }, use) => {
    const nginx = await startNginx(program as string, ownServer.site.url)
    await use(nginx.url)
    await nginx.stop()
  },
})

test.skip(!program, 'nginx is not installed')

test('what nginx refuses shows in the form, and the form can be sent afterwards', async ({
  page,
  baseURL,
  ownServer,
}) => {
  const applicant = newApplicant()
  const form = applicationForm(page)
  await visit(page, '/')
  await fillApplication(form, applicant)
  await waitForToaster(page)
  await test.step('while no process responds', async () => {
    await ownServer.kill()
    await submitButton(form).click()
    await expectToast(page, 'Submission Failed', 'The site is away for a moment. Please try again in a minute.')
    await dismissToast(page)
    await ownServer.startAgain()
  })
  await test.step('while too many are sent from one network', async () => {
    const senders = await openSlowSenders(String(baseURL), 50)
    const words = 'Too many uploads from your network at this moment. Please try again shortly.'
    await submitButton(form).click()
    await expectToast(page, 'Submission Failed', words)
    await dismissToast(page)
    senders.stop()
  })
  await expectFilled(form, applicant)
  await submitButton(form).click()
  await expectSubmitted(page)
  expect(await storedFor(ownServer.site, applicant)).toHaveLength(1)
})
