import * as z from 'zod'
import { configPart, type GivenVariables, isOrigin, trueOrFalse } from '../../config-part.ts'

/** A bucket of an S3-compatible server, and its access key. */
export type S3Settings = {
  /** Origin of the server, without the bucket. */
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** Whether the bucket stands in the path of an address, not in its host. */
  isPathStyle: boolean
  /** What every key begins with; empty or ending in a slash. */
  prefix: string
}

const ENVIRONMENT = {
  S3_ENDPOINT: z
    .string()
    .refine(isOrigin, 'S3_ENDPOINT must be an http or https address without a path; the bucket goes into S3_BUCKET')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'S3_BUCKET must be the name of a bucket: letters, digits, dots and hyphens')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().regex(/^\S+$/, 'S3_ACCESS_KEY_ID must not contain spaces').optional(),
  S3_SECRET_ACCESS_KEY: z.string().regex(/^\S+$/, 'S3_SECRET_ACCESS_KEY must not contain spaces').optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'S3_REGION must be the name of a region, such as eu-central-1')
    .default('us-east-1'),
  S3_PATH_STYLE: trueOrFalse('S3_PATH_STYLE', true),
  S3_KEY_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/, 'S3_KEY_PREFIX must be letters, digits and hyphens, with slashes only in between')
    .optional(),
}

const REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The S3 part of the configuration. */
export const s3Config = configPart(ENVIRONMENT, { settings: s3Settings, faults: s3Faults })

/** Names of the variables that still have to be set. */
export function missingS3Variables(given: GivenVariables): string[] {
  return REQUIRED.filter((name) => !given[name])
}

function s3Settings(environment: z.output<z.ZodObject<typeof ENVIRONMENT>>): S3Settings | null {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_REGION: region,
    S3_PATH_STYLE: isPathStyle,
    S3_KEY_PREFIX: prefix,
  } = environment
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  return {
    endpoint: new URL(endpoint).origin,
    bucket,
    accessKeyId,
    secretAccessKey,
    region,
    isPathStyle,
    prefix: prefix ? `${prefix}/` : '',
  }
}

/** A partly configured bucket would hold no file. */
function s3Faults(given: GivenVariables): string[] {
  const missing = missingS3Variables(given)
  const isMeant = Object.keys(ENVIRONMENT).some((name) => given[name])
  if (!isMeant || missing.length === 0) return []
  return [`The settings of S3 are incomplete: set ${missing.join(' and ')} too, or none of them`]
}
