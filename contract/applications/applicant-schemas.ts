import * as z from 'zod'
import { emailSchema } from '../wire/email-address.ts'
import { MAXIMUM, MINIMUM } from '../wire/limits.ts'
import { recordOf } from '../wire/records.ts'
import { cleanLine, visibleLength } from '../wire/text-rules.ts'
import { optional, optionalText } from '../wire/validation.ts'
import { hidesHost, parseWebAddress, withScheme } from '../wire/web-address.ts'
import {
  APPLICANT_FIELD_NAMES,
  APPLICANT_FIELDS,
  type ApplicantField,
  LINK_FIELDS,
  type LinkEntry,
  type NullableField,
  type PersonField,
  TEXT_FIELDS,
} from './applicant-fields.ts'

/** The schemas of the fields that identify an applicant, with their messages. */
export const personSchemas = {
  name: z
    .string({ error: 'Name is required' })
    .overwrite(cleanLine)
    .min(MINIMUM.name, { error: 'Name is required', abort: true })
    .refine((name) => visibleLength(name) >= MINIMUM.name, 'Name is required')
    .max(MAXIMUM.name, `Name must be at most ${MAXIMUM.name} characters`),
  email: emailSchema,
  phone: z
    .string({ error: 'Phone number is required' })
    .overwrite(cleanLine)
    .min(1, { error: 'Phone number is required', abort: true })
    .min(MINIMUM.phone, { error: 'Valid phone number is required', abort: true })
    .refine((phone) => visibleLength(phone) >= MINIMUM.phone, 'Valid phone number is required')
    .max(MAXIMUM.phone, 'Valid phone number is required'),
} satisfies Record<PersonField, z.ZodType>

/** The applicant's fields as the application form has them in the browser. */
export const typedSchemas = {
  ...personSchemas,
  ...recordOf(TEXT_FIELDS, (field) => {
    const { label, maximum } = APPLICANT_FIELDS[field]
    return z
      .string()
      .max(maximum, `${label} must be at most ${maximum.toLocaleString('en-US')} characters`)
      .optional()
  }),
  ...recordOf(LINK_FIELDS, (field) => addressSchema(APPLICANT_FIELDS[field]).optional()),
}

/** The applicant's fields as the server takes them: an optional one that is blank becomes null. */
export const submittedSchemas = {
  ...personSchemas,
  ...recordOf(TEXT_FIELDS, (field) => optionalText(APPLICANT_FIELDS[field].maximum)),
  ...recordOf(LINK_FIELDS, (field) => optional(addressSchema(APPLICANT_FIELDS[field]))),
}

/** The applicant's fields as responses have them. */
export const readSchemas = recordOf(APPLICANT_FIELD_NAMES, (field) =>
  APPLICANT_FIELDS[field].isNullable ? z.string().nullable() : z.string(),
) as { [Field in ApplicantField]: Field extends NullableField ? z.ZodNullable<z.ZodString> : z.ZodString }

/** What the schema of an address takes from the entry of its field. */
type AddressRules = Pick<LinkEntry, 'label' | 'fault' | 'maximum' | 'domain'>

function addressSchema({ label, fault, maximum, domain }: AddressRules) {
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
