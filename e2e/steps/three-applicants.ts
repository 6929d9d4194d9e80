import type { Page } from '@playwright/test'
import { expectRows, openAdmin } from './admin-steps.ts'
import type { Site } from './site.ts'

/** What Amy First wrote into her application. */
export const AMYS_NOTE = 'I have worked with Ignition since 2019.\nAnd with PLCs for longer.'

/** Opens the dashboard of a site with three applications, of which the first is for a posting. */
export async function openThreeApplicants(page: Page, site: Site): Promise<void> {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const jobId = String(await site.createJob({ title: 'Ignition Developer' }))
  await site.apply({ name: 'Cid Third', email: 'cid@example.com', note: '' })
  await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  await site.apply({ name: 'Amy First', email: 'amy@example.com', note: AMYS_NOTE, jobId })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, ['Amy First', 'Ben Second', 'Cid Third'])
}
