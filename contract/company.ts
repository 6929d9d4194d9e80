import * as z from 'zod'
import { timeZoneSchema } from './time-zone.ts'
// Sets the messages in which the operator reads a fault of the file.
import './validation.ts'
import { landingSchema, nameCompany } from './company-landing.ts'
import { CLEAN, isClean, line } from './company-line.ts'

const webAddress = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address' })
  .max(500, 'Must be at most 500 characters')
  .refine(isClean, CLEAN)
const addressPart = z.string().max(100).refine(isClean, CLEAN)

const companyFields = z.strictObject({
  name: line(100).describe('Short name, as the header shows it'),
  legalName: line(200).describe('Name of the copyright line'),
  blurb: line(1_000).describe('One or two sentences for the footer'),
  founder: line(200).describe('Founder and CEO'),
  phone: z
    .string()
    .regex(/^\+?[\d\s().-]{5,30}$/, 'Must be a phone number, for example +1 (432) 555-0117')
    .describe('Office phone, international form'),
  email: z.email().max(254),
  website: webAddress,
  social: z.strictObject({ label: line(100), url: webAddress }).describe('The social profile page'),
  address: z
    .strictObject({ locality: addressPart, region: addressPart, country: addressPart.describe('ISO 3166-1 alpha-2') })
    .describe('Address of the company for structured data'),
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
