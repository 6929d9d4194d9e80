import type { Browser } from '@playwright/test'
import type { Role } from '../../contract/accounts/roles.ts'
import type { AssignedPosting } from '../../contract/policies/policy.ts'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { expectTitle } from './admin-steps.ts'
import type { Site } from './site.ts'
import { visit } from './steps.ts'

/**
 * Opens the dashboard, in a browser context of its own, as a new person of a role.
 * @param assignments postings of a hiring manager
 */
export async function enterAs(browser: Browser, site: Site, role: Role, assignments: readonly AssignedPosting[] = []) {
  const db = await openDatabase(site.dataDir)
  const username = `${role}-${crypto.randomUUID().slice(0, 8)}`
  const id = await insertAccount(db, { username, password_hash: '', role, created_at: new Date().toISOString() })
  for (const { jobId, decides } of assignments)
    await db
      .insertInto('job_assignments')
      .values({ account_id: id, job_id: jobId, decides: decides ? 1 : 0 })
      .execute()
  const { token } = await createSession(db, id, new Date())
  await db.destroy()
  const page = await browser.newPage({ baseURL: site.url })
  await page.addInitScript((stored) => localStorage.setItem('authToken', stored), token)
  await visit(page, '/admin/dashboard')
  await expectTitle(page, 'Dashboard')
  return { page, id, username }
}

/** Removes everybody but the first owner, and invitations, as other tests leave theirs. */
export async function removeOthers({ dataDir }: Site): Promise<void> {
  const db = await openDatabase(dataDir)
  await db.deleteFrom('invitations').execute()
  await db.deleteFrom('accounts').where('id', '>', 1).execute()
  await db.destroy()
}
