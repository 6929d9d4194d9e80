import * as z from 'zod'
import { configPart } from '../config-part.ts'

/** The address that announces changed pages to search engines, and the key that shows that the site is ours. */
export type IndexNowSettings = { key: string; url: string }

const DEFAULT_URL = 'https://api.indexnow.org/indexnow'

/** The IndexNow part of the configuration; without a key nothing is announced. */
export const indexNowConfig = configPart(
  {
    INDEXNOW_KEY: z
      .string()
      .regex(
        /^[A-Za-z0-9-]{8,128}$/,
        'INDEXNOW_KEY must have 8 to 128 letters, digits and hyphens: openssl rand -hex 16',
      )
      .optional(),
    INDEXNOW_URL: z.url({ protocol: /^https?$/, error: 'INDEXNOW_URL must be an http or https address' }).optional(),
  },
  {
    settings: ({ INDEXNOW_KEY: key, INDEXNOW_URL: url = DEFAULT_URL }): IndexNowSettings | null =>
      key ? { key, url } : null,
    faults: ({ INDEXNOW_KEY, INDEXNOW_URL }) =>
      INDEXNOW_URL && !INDEXNOW_KEY ? ['INDEXNOW_URL needs INDEXNOW_KEY: without a key, nothing is announced'] : [],
  },
)
