import * as z from 'zod'
import { cleanLine } from './text-rules.ts'

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

/**
 * An address that an applicant gives, or blank.
 * @param label of its field
 * @param fault message for what is no such address
 * @param maximum characters
 * @param domain the only one that it may have, with those below it
 */
export function addressSchema({
  label,
  fault,
  maximum,
  domain,
}: {
  label: string
  fault: string
  maximum: number
  domain?: string
}) {
  const isInDomain = ({ hostname }: URL) =>
    domain === undefined || hostname === domain || hostname.endsWith(`.${domain}`)
  const isAddress = (text: string) => {
    const address = parseWebAddress(text)
    return address !== null && !hidesHost(address) && isInDomain(address)
  }
  return z
    .string()
    .overwrite(cleanLine)
    .overwrite(withScheme)
    .max(maximum, { error: `${label} must be at most ${maximum} characters`, abort: true })
    .refine((text) => text === '' || isAddress(text), fault)
}
