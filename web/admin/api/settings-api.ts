import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import type { ChangedSettings, storedSettingsSchema } from '../../../contract/site/settings.ts'
import type { ChangedSiteTexts, storedSiteTextsSchema } from '../../../contract/site/site-texts.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'

/** The settings with the version that was read. */
export type StoredSettings = z.output<typeof storedSettingsSchema>

/** The settings of the site. */
export function settingsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.settings, token],
    queryFn: ({ signal }) => jsonRequest<StoredSettings>('GET', ADMIN_API.settings, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Stores some settings, unless others were stored since they were read. */
export function saveSettings(changed: ChangedSettings): Promise<StoredSettings> {
  return jsonRequest('PATCH', ADMIN_API.settings, { token: readToken(), body: changed })
}

/** The texts that owners edit, with the built-in ones and the version that was read. */
export type StoredSiteTexts = z.output<typeof storedSiteTextsSchema>

/** The texts of the site that owners edit. */
export function siteTextsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.siteTexts, token],
    queryFn: ({ signal }) => jsonRequest<StoredSiteTexts>('GET', ADMIN_API.siteTexts, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Stores some texts, unless others were stored since they were read. */
export function saveSiteTexts(changed: ChangedSiteTexts): Promise<StoredSiteTexts> {
  return jsonRequest('PATCH', ADMIN_API.siteTexts, { token: readToken(), body: changed })
}

/** The fields that were typed: a change sends no others, which then stay as they are stored. */
export function pickTyped<Fields extends object>(
  fields: Fields,
  typed: Partial<Record<keyof Fields, unknown>>,
): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in typed)) as Partial<Fields>
}

/** Where the digest of the signed-in admin goes. */
export function ownEmailQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.ownEmail, token],
    queryFn: ({ signal }) => jsonRequest<{ email: string | null }>('GET', ADMIN_API.ownEmail, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Stores where the digest of the signed-in admin goes. @param email null for no digest */
export function saveOwnEmail(email: string | null): Promise<{ email: string | null }> {
  return jsonRequest('PUT', ADMIN_API.ownEmail, { token: readToken(), body: { email } })
}
