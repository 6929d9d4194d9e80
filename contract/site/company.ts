import * as z from 'zod'
import { COUNTRIES } from '../wire/countries.ts'
import { timeZoneSchema } from '../wire/time-zone.ts'
// Sets the messages in which the operator reads a fault of the file.
import '../wire/validation.ts'
import { landingSchema, nameCompany } from './company-landing.ts'
import { CLEAN, isClean, line } from './company-line.ts'

const orRequired = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? undefined : message

const webAddress = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address' })
  .max(500, 'Must be at most 500 characters')
  .refine(isClean, CLEAN)
  .refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address), 'Must not contain a user name or password')

const companyFields = z.strictObject({
  name: line(100).describe('Short name, as the header shows it'),
  legalName: line(200).describe('Name of the copyright line'),
  blurb: line(1_000).describe('One or two sentences for the footer'),
  founder: line(200).describe('Founder and CEO'),
  phone: z
    .string()
    .regex(/^\+?[\d\s().-]{5,30}$/, 'Must be a phone number, for example +1 (432) 555-0117')
    .describe('Office phone, international form'),
  email: z.email({ error: orRequired('Must be an email address') }).max(254, 'Must be at most 254 characters'),
  website: webAddress,
  social: z.strictObject({ label: line(100), url: webAddress }).describe('The social profile page'),
  address: z
    .strictObject({
      locality: line(100),
      region: line(100).optional().describe('State, province or county, where the country has any'),
      country: z
        .enum(COUNTRIES, { error: orRequired('Must be the two letters of a country (ISO 3166-1), such as US') })
        .describe('ISO 3166-1 alpha-2'),
    })
    .describe('Where the company is, for structured data, filters and feeds'),
  timeZone: timeZoneSchema
    .default('UTC')
    .describe('IANA name: the zone of closing dates, daily digests and job alerts'),
  logo: z
    .string()
    .max(500)
    .refine(isClean, CLEAN)
    .nullish()
    .describe('Path of an SVG or PNG file beside this one, served as /logo; without it the Wellhead mark is shown'),
  landing: landingSchema.prefault({}),
})

/** The company that runs this site: contents of `COMPANY_FILE`. */
export const companySchema = companyFields.transform((company) => ({
  ...company,
  landing: nameCompany(company.landing, company.name),
}))

/** The company that runs this site. */
export type Company = z.output<typeof companySchema>
