import { expect } from 'vitest'
import { ADMIN_API } from '../contract/admin-paths.ts'
import type { Settings } from '../contract/settings.ts'
import type { AdminClient } from './admin-client.ts'

/** Changes some of the settings, as an admin does. */
export async function changeSettings(admin: AdminClient, changes: Partial<Settings>): Promise<void> {
  const { version } = (await admin.request<{ version: number | null }>('GET', ADMIN_API.settings)).body
  expect((await admin.send('PATCH', ADMIN_API.settings, { settings: changes, version })).status).toBe(200)
}
