import { createPrivateKey } from 'node:crypto'
import * as z from 'zod'
import { readSmallFile } from '../../company/small-file.ts'
import { configPart, type GivenVariables, isOrigin, trueOrFalse } from '../../config-part.ts'
import { parseJson } from '../../parse-json.ts'

/** How the program signs in at Google: as a service account, or by the refresh token of a person's account. */
export type DriveCredentials = ServiceAccount | OAuthClient

type ServiceAccount = {
  kind: 'service-account'
  clientEmail: string
  /** RSA key in PEM form. */
  privateKey: string
}
type OAuthClient = { kind: 'refresh-token'; clientId: string; clientSecret: string; refreshToken: string }

/** The folder of Google Drive that gets replicas, and the sign-in. */
export type GoogleDriveSettings = {
  folderId: string
  credentials: DriveCredentials
  /** Origin of the Drive API; any other than {@link GOOGLE_API_URL} also gives out the tokens, under `/token`. */
  apiUrl: string
}

/** Google's own address of the Drive API. */
export const GOOGLE_API_URL = 'https://www.googleapis.com'

/** A key file of Google has about 2 kB. */
const MOST_KEY_BYTES = 64 * 1024

const ENVIRONMENT = {
  GOOGLE_DRIVE_FOLDER_ID: z
    .string()
    .regex(/^[\w-]+$/, "GOOGLE_DRIVE_FOLDER_ID must be the folder's id: the last part of its address in the browser")
    .optional(),
  GOOGLE_DRIVE_CREDENTIALS: z.string().transform(readServiceAccount).optional(),
  GOOGLE_DRIVE_CLIENT_ID: z.string().optional(),
  GOOGLE_DRIVE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_DRIVE_REFRESH_TOKEN: z.string().optional(),
  GOOGLE_DRIVE_API_URL: z
    .string()
    .refine(isOrigin, 'GOOGLE_DRIVE_API_URL must be an http or https address without a path')
    .default(GOOGLE_API_URL),
  GOOGLE_DRIVE_KEEP_LOCAL: trueOrFalse('GOOGLE_DRIVE_KEEP_LOCAL', true),
}

type DriveEnvironment = z.output<z.ZodObject<typeof ENVIRONMENT>>

/** The Drive part of the configuration; partly set, it does not prevent the start. */
export const driveConfig = configPart(ENVIRONMENT, {
  settings: (environment) => {
    const folderId = environment.GOOGLE_DRIVE_FOLDER_ID
    const credentials = environment.GOOGLE_DRIVE_CREDENTIALS ?? oauthClient(environment)
    if (!folderId || !credentials) return null
    return { folderId, credentials, apiUrl: new URL(environment.GOOGLE_DRIVE_API_URL).origin }
  },
})

function oauthClient(environment: DriveEnvironment): OAuthClient | undefined {
  const {
    GOOGLE_DRIVE_CLIENT_ID: clientId,
    GOOGLE_DRIVE_CLIENT_SECRET: clientSecret,
    GOOGLE_DRIVE_REFRESH_TOKEN: refreshToken,
  } = environment
  if (!clientId || !clientSecret || !refreshToken) return undefined
  return { kind: 'refresh-token', clientId, clientSecret, refreshToken }
}

/** Names of the variables that still have to be set, for the way of signing in that was begun. */
export function missingDriveVariables(given: GivenVariables): string[] {
  const missing = given.GOOGLE_DRIVE_FOLDER_ID ? [] : ['GOOGLE_DRIVE_FOLDER_ID']
  if (given.GOOGLE_DRIVE_CREDENTIALS) return missing
  const oauth = ['GOOGLE_DRIVE_CLIENT_ID', 'GOOGLE_DRIVE_CLIENT_SECRET', 'GOOGLE_DRIVE_REFRESH_TOKEN']
  if (oauth.every((name) => !given[name])) return [...missing, 'GOOGLE_DRIVE_CREDENTIALS']
  return [...missing, ...oauth.filter((name) => !given[name])]
}

const keyFileSchema = z.object(
  {
    client_email: z.string('client_email is missing'),
    private_key: z.string('private_key is missing').refine(isRsaKey, 'private_key is not a usable RSA key'),
  },
  'it is not a JSON object',
)

/** Never quotes the value: a key in a wrong form must not get into the log. */
function readServiceAccount(value: string, context: z.RefinementCtx): ServiceAccount {
  const refuse = (reason: string) => {
    context.addIssue({ code: 'custom', message: `GOOGLE_DRIVE_CREDENTIALS ${reason}` })
    return z.NEVER
  }
  let text = value
  try {
    if (!value.trimStart().startsWith('{')) text = readSmallFile(value, MOST_KEY_BYTES).toString('utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return refuse(`names a file that cannot be read: ${code ?? message}`)
  }
  const { data, error } = keyFileSchema.safeParse(parseJson(text))
  if (!data) return refuse(`is no key of a service account: ${error.issues.map(({ message }) => message).join(', ')}`)
  return { kind: 'service-account', clientEmail: data.client_email, privateKey: data.private_key }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
