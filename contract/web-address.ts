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

/** A web address that a page can link to: no other scheme, and no credentials. */
function addressSchema(label: string, message: string, isRight: (address: URL) => boolean = () => true) {
  const isAddress = (text: string) => {
    const address = URL.parse(text)
    if (!address || !['http:', 'https:'].includes(address.protocol)) return false
    return address.username === '' && address.password === '' && isRight(address)
  }
  return z
    .string()
    .overwrite(cleanLine)
    .max(MAXIMUM.webAddress, { error: `${label} must be at most ${MAXIMUM.webAddress} characters`, abort: true })
    .refine((text) => text === '' || isAddress(text), message)
}
