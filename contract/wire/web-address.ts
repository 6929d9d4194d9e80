import * as z from 'zod'
import { MAXIMUM } from './limits.ts'
import { cleanLine } from './text-rules.ts'

const LINKEDIN = 'linkedin.com'

/** The address of an applicant's LinkedIn profile, or blank. */
export const linkedinUrlSchema = addressSchema(
  'LinkedIn address',
  'Please enter a LinkedIn address, such as https://www.linkedin.com/in/your-name',
  ({ hostname }) => hostname === LINKEDIN || hostname.endsWith(`.${LINKEDIN}`),
)

/** The address of an applicant's own work, or blank. */
export const portfolioUrlSchema = addressSchema(
  'Portfolio address',
  'Please enter a whole address, such as https://example.com',
)

/** A whole web address without spaces, or null. Without its two slashes, an address leads into our own site. */
export function parseWebAddress(text: string): URL | null {
  return /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null
}

/** A host with a dot, and what may follow it: an address as people write it. */
const WITHOUT_SCHEME = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?(?:[/?#]\S*)?$/u

/** A web address that was written without its scheme, with `https://`; every other text unchanged. */
export function withScheme(text: string): string {
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : text
}

/** Whether an address has a username or password: the part before an @ could pass for the site that it leads to. */
export function hidesHost({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

function addressSchema(label: string, message: string, isRight: (address: URL) => boolean = () => true) {
  const isAddress = (text: string) => {
    const address = parseWebAddress(text)
    return address !== null && !hidesHost(address) && isRight(address)
  }
  return z
    .string()
    .overwrite(cleanLine)
    .overwrite(withScheme)
    .max(MAXIMUM.webAddress, { error: `${label} must be at most ${MAXIMUM.webAddress} characters`, abort: true })
    .refine((text) => text === '' || isAddress(text), message)
}
