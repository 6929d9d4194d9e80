import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import type { storedSettingsSchema } from '../../../contract/settings.ts'
import type { newSiteTextsSchema, storedSiteTextsSchema } from '../../../contract/site-texts.ts'
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

/** Stores the settings, unless others were stored since they were read. */
export function saveSettings(settings: StoredSettings): Promise<StoredSettings> {
  return jsonRequest('PUT', ADMIN_API.settings, { token: readToken(), body: settings })
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

/** Stores the texts, unless others were stored since they were read. */
export function saveSiteTexts(changed: z.output<typeof newSiteTextsSchema>): Promise<StoredSiteTexts> {
  return jsonRequest('PUT', ADMIN_API.siteTexts, { token: readToken(), body: changed })
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
