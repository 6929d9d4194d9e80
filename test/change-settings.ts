import { expect } from 'vitest'
import { ADMIN_API } from '../contract/admin-paths.ts'
import type { Settings } from '../contract/settings.ts'
import type { AdminClient } from './admin-client.ts'

/** Changes some of the settings, as an admin does. */
export async function changeSettings(admin: AdminClient, changes: Partial<Settings>): Promise<void> {
  const { body } = await admin.request<{ settings: Settings; version: number | null }>('GET', ADMIN_API.settings)
  const settings = { ...body.settings, ...changes }
  expect((await admin.send('PUT', ADMIN_API.settings, { settings, version: body.version })).status).toBe(200)
}
