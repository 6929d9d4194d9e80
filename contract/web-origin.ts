import * as z from 'zod'
import { MAXIMUM } from './limits.ts'

/**
 * A site of the company: scheme, host and perhaps a port. Only characters of a host name may stand in it, because it
 * becomes part of a Content-Security-Policy, where a semicolon would begin another rule and `*` would mean every site.
 */
export const webOriginSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAXIMUM.webOrigin)
  .regex(
    /^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/,
    'Enter each site as https:// and its name, without a path, such as https://www.example.com',
  )
