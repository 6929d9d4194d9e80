import * as z from 'zod'
// For its words: a fault in the file is told to the operator in them.
import './validation.ts'

const webAddress = z.url({ protocol: /^https?$/, error: 'Must be an http or https address' })

/** The company that runs this site: contents of `COMPANY_FILE`. */
export const companySchema = z.strictObject({
  name: z.string().min(1).describe('Short name, as the header shows it'),
  legalName: z.string().min(1).describe('Name of the copyright line'),
  blurb: z.string().min(1).describe('One or two sentences for the footer'),
  founder: z.string().min(1).describe('Founder and CEO'),
  phone: z
    .string()
    .regex(/^\+?[\d\s().-]{5,30}$/, 'Must be a phone number, for example +1 (432) 555-0117')
    .describe('Office phone, international form'),
  email: z.email(),
  website: webAddress,
  social: z.strictObject({ label: z.string().min(1), url: webAddress }).describe('The social profile page'),
  address: z
    .strictObject({ locality: z.string(), region: z.string(), country: z.string().describe('ISO 3166-1 alpha-2') })
    .describe('Where the company is; used in structured data'),
  logo: z
    .string()
    .nullish()
    .describe('Path of an SVG or PNG file beside this one, served as /logo; without it the Wellhead mark is shown'),
})

/** The company that runs this site. */
export type Company = z.output<typeof companySchema>
