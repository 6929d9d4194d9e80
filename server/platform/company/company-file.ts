import { resolve } from 'node:path'
import type * as z from 'zod'
import { type Company, companySchema } from '../../../contract/site/company.ts'
import { landingSchema } from '../../../contract/site/company-landing.ts'
import { logoFault } from './company-logo.ts'
import { readSmallFile } from './small-file.ts'

const MOST_BYTES = 64 * 1024

/** A parsed company file. `faults` are messages for the operator; without any there is a `value`. */
export type CompanyFile = {
  value?: Company
  faults: string[]
  /** Parts of `landing` that the file leaves out, so that visitors read the texts of an oil-and-gas engineering firm. */
  builtInTexts: string[]
}

/** Reads `COMPANY_FILE`, and validates the logo that it names. */
export function readCompany(file: string): CompanyFile {
  const parsed = parse(file)
  if (typeof parsed === 'string') {
    return { faults: [`COMPANY_FILE ${file} cannot be read: ${parsed}`], builtInTexts: [] }
  }
  const { data, error } = companySchema.safeParse(parsed.json)
  const fields = (error?.issues ?? []).map((issue) => [...issue.path, messageFor(issue)].join(': '))
  const logo = fields.some((fault) => fault.startsWith('logo: ')) ? undefined : logoOf(parsed.json)
  const fault = logo ? logoFault(file, logo) : undefined
  const faults = [...fields, ...(fault === undefined ? [] : [`logo: ${fault}`])]
  return {
    ...(data && { value: data }),
    faults: faults.map((words) => `COMPANY_FILE ${file}: ${words}`),
    builtInTexts: data ? builtInTexts(parsed.json) : [],
  }
}

function builtInTexts(json: unknown): string[] {
  const { landing = {} } = json as { landing?: object }
  return Object.keys(landingSchema.shape).filter((part) => !(part in landing))
}

/** The logo that a file names, also where another of its fields is wrong. */
function logoOf(json: unknown): string | undefined {
  return typeof json === 'object' && json !== null && 'logo' in json && typeof json.logo === 'string'
    ? json.logo
    : undefined
}

/** Absolute path of the company's logo; null when it has none. */
export function logoPath(file: string, { logo }: Company): string | null {
  return logo ? resolve(file, '..', logo) : null
}

function parse(file: string): { json: unknown } | string {
  try {
    return { json: JSON.parse(readSmallFile(file, MOST_BYTES).toString('utf8')) }
  } catch (error) {
    return (error as Error).message
  }
}

/** A message for an operator who writes the file by hand: more precise than that of a form. */
function messageFor(issue: z.core.$ZodIssue): string {
  if (issue.message !== 'Invalid input') return issue.message
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected] ?? 'Must be an object'
  if (issue.code === 'invalid_value') return `Must be ${listOf(issue.values)}, or null`
  return issue.code === 'too_small' ? 'Must not be empty' : issue.message
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Must be text',
  array: 'Must be a list',
  boolean: 'Must be true or false',
}

function listOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' or ')
}
