import * as z from 'zod'

/** Where search engines are told of changed pages, and the key that shows that the site is ours. */
export type IndexNowSettings = { key: string; url: string }

const DEFAULT_URL = 'https://api.indexnow.org/indexnow'

/** The environment variables of IndexNow. */
export const indexNowEnvironment = {
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'INDEXNOW_KEY must have 8 to 128 letters, digits and hyphens: openssl rand -hex 16')
    .optional(),
  INDEXNOW_URL: z.url({ protocol: /^https?$/, error: 'INDEXNOW_URL must be an http or https address' }).optional(),
}

/** How pages are announced; null where no key is set. */
export function indexNowSettings({
  INDEXNOW_KEY: key,
  INDEXNOW_URL: url = DEFAULT_URL,
}: z.output<z.ZodObject<typeof indexNowEnvironment>>): IndexNowSettings | null {
  return key ? { key, url } : null
}

/** The faults of the variables in combination. */
export function indexNowFaults({ INDEXNOW_KEY, INDEXNOW_URL }: Record<string, string | undefined>): string[] {
  return INDEXNOW_URL && !INDEXNOW_KEY ? ['INDEXNOW_URL needs INDEXNOW_KEY: without a key, nothing is announced'] : []
}
