import type { Page } from '@playwright/test'
import { expect, type Site } from './site.ts'
import { visit } from './steps.ts'

/** Address of an application's review page. */
export function address(id: number): string {
  return `/admin/applications/${id}`
}

/** Opens the review page of an application as an admin. */
export async function openReview(page: Page, site: Site, id: number, query = ''): Promise<void> {
  await site.signIn(page)
  await visit(page, address(id) + query)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Opens another application of the queue. */
export async function openFromQueue(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Queue' }).getByRole('link', { name }).click()
  await expectShown(page, name)
}

/** Expects that the review page shows the application of this name. */
export async function expectShown(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

/** Inserts two applications, of which Amy's is the newer; returns their ids. */
export async function twoApplicants(site: Site): Promise<{ amy: number; ben: number }> {
  await site.insertApplicants([
    { name: 'Ben Second', created_at: dayOf(0) },
    { name: 'Amy First', created_at: dayOf(1) },
  ])
  const ids = new Map((await site.applications()).map(({ name, id }) => [name, id]))
  return { amy: ids.get('Amy First') ?? 0, ben: ids.get('Ben Second') ?? 0 }
}

/** Leaves one posting, with Amy as its only applicant; returns the ids of both. */
export async function applicantOfPosting(site: Site): Promise<{ jobId: number; amy: number }> {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const jobId = await site.createJob({ title: 'Field Engineer' })
  return { jobId, amy: await site.apply({ name: 'Amy First', email: 'amy@example.com', jobId: String(jobId) }) }
}

/** An application as the server has it. */
export async function stored(site: Site, id: number) {
  return (await site.applications()).find((one) => one.id === id)
}

/** How many applications have each status, without the archived ones. */
export async function statuses(site: Site): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status, archived } of await site.applications()) {
    if (!archived) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** The headers of an admin's request. */
export async function bearerOf(page: Page): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}` }
}

/** Days of one month, so that a later application comes first in the list. */
export function dayOf(index: number): string {
  return new Date(Date.UTC(2026, 5, 1 + index)).toISOString()
}
