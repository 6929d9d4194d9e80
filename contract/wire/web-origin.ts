import * as z from 'zod'
import { MAXIMUM } from './limits.ts'

/** Scheme, names of letters and digits with hyphens between them, and perhaps a port. */
const ORIGIN = /^https?:\/\/[a-z\d]+(?:-+[a-z\d]+)*(?:\.[a-z\d]+(?:-+[a-z\d]+)*)*(?::\d{1,5})?$/

/**
 * A site of the company: scheme, host and perhaps a port. Only characters of a host name may stand in it, because it
 * becomes part of a Content-Security-Policy, where a semicolon would begin another rule and `*` would mean every site.
 */
export const webOriginSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAXIMUM.webOrigin)
  .refine(
    (site) => ORIGIN.test(site) && URL.canParse(site),
    'Enter each site as https:// and its name, without a path, such as https://www.example.com',
  )
