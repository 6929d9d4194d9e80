import { expect } from 'vitest'
import type { Settings } from '../contract/site/settings.ts'
import { ADMIN_API } from '../contract/wire/admin-paths.ts'
import type { AdminClient } from './admin-client.ts'

/** Changes some of the settings, as an admin does. */
export async function changeSettings(admin: AdminClient, changes: Partial<Settings>): Promise<void> {
  const { version } = (await admin.request<{ version: number | null }>('GET', ADMIN_API.settings)).body
  expect((await admin.send('PATCH', ADMIN_API.settings, { settings: changes, version })).status).toBe(200)
}
