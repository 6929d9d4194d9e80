import * as z from 'zod'
import { MAXIMUM } from './limits.ts'
import { cleanLine } from './text-rules.ts'

const INVALID = 'Invalid email address'

/** Characters before the @ (RFC 5321 section 4.5.3.1.1). */
const LONGEST_LOCAL = 64

const TOO_LONG = `An email address has at most ${LONGEST_LOCAL} characters before the @`

/** Many mail servers refuse such addresses, whatever the domain. */
const NOT_MAILED =
  'We cannot send mail to an address with accents or letters other than a to z before the @. Please enter another address'

/** What may stand before the @ without quotes (RFC 5321 section 4.1.2); the browsers' own check takes the same characters. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

/** A label of a domain in ASCII, and the last one: letters, or a converted one. */
const LABEL = /^[a-z\d-]{1,63}$/i
const LAST_LABEL = /^(?:[a-z]+|xn--[a-z\d-]+)$/i

/** A domain as people write it in any script. Other characters would mean something else in a web address. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\u0000-\u007f]*$/

/**
 * An email address to which mail can be sent. The domain may be written in any script; the result has its ASCII form
 * (RFC 5891), in which every mail server takes it, and which both spellings of one mailbox share.
 */
export const emailSchema = z
  .string({ error: INVALID })
  .overwrite(cleanLine)
  .overwrite(withAsciiDomain)
  .max(MAXIMUM.email, { error: INVALID, abort: true })
  .superRefine((address, context) => {
    const message = faultOf(address)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

/** The part of an address after its @, as owners write it: in any script and case, also with the @. */
export const mailDomainSchema = z
  .string()
  .overwrite((typed) =>
    withAsciiDomain(`@${cleanLine(typed).replace(/^@/, '')}`)
      .slice(1)
      .toLowerCase(),
  )
  .max(MAXIMUM.domain)
  .refine(isDomain, 'Enter each domain as it stands after the @, such as example.com')

/** An address as it is compared: of two with the same key both mean one person. */
export function emailKeyOf(address: string): string {
  return address.toLowerCase()
}

/** An address with the ASCII form of its domain; unchanged where that has none. Browser and server convert alike. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at === -1 || domain.length > MAXIMUM.email || ASCII.test(domain) || !WRITTEN_DOMAIN.test(domain)) return address
  const ascii = URL.parse(`http://${domain}`)?.hostname
  return ascii ? `${address.slice(0, at + 1)}${ascii}` : address
}

function faultOf(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)]
  if (!isDomain(domain)) return INVALID
  if (!LOCAL.test(local)) return LOCAL.test(local.replaceAll(/[\p{L}\p{M}\p{N}]/gu, 'a')) ? NOT_MAILED : INVALID
  return local.length > LONGEST_LOCAL ? TOO_LONG : undefined
}

/** Whether a domain in ASCII can be one of mail. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const last = labels.at(-1) ?? ''
  const areLabels = labels.every((label) => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  return labels.length > 1 && areLabels && last.length > 1 && LAST_LABEL.test(last)
}
