import { drive, type drive_v3 } from '@googleapis/drive'
import { gaxios, JWT, OAuth2Client } from 'google-auth-library'
import { driveFault, statusOf } from './drive-fault.ts'
import { type DriveCredentials, GOOGLE_API_URL, type GoogleDriveSettings } from './drive-settings.ts'

/** Google's library, loaded by the first call only: it takes some 30 MB of resident memory. */
export type DriveClient = {
  api: drive_v3.Drive
  apiUrl: string
  /** A request the library has no method for, signed. */
  request(options: gaxios.GaxiosOptions): gaxios.GaxiosPromise<unknown>
  /**
   * Makes requests with a valid access token, once more when Google no longer takes the one at hand.
   * @param signal ends the waiting, though maybe not the request
   * @throws {CloudFault}
   */
  call<Answer>(request: () => Promise<Answer>, signal: AbortSignal | null): Promise<Answer>
}

/** Google's word for all files that the account may reach; the narrower `drive.file` does not cover a folder made by hand. */
const SCOPE = 'https://www.googleapis.com/auth/drive'
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** @param timeoutMs what any one request may take, a request for a token too */
export function connectDrive(settings: GoogleDriveSettings, timeoutMs: number): DriveClient {
  const transport = new Transport(settings.apiUrl, timeoutMs)
  const client = authorise(settings.credentials, transport)
  const freshCredentials = { ...client.credentials }

  const attempt = async <Answer>(request: () => Promise<Answer>): Promise<Answer> => {
    await client.getAccessToken()
    try {
      return await request()
    } catch (error) {
      if (statusOf(error) !== 401) throw error
    }
    client.setCredentials({ ...freshCredentials })
    return request()
  }

  return {
    api: drive({ version: 'v3', auth: client, rootUrl: settings.apiUrl }),
    apiUrl: settings.apiUrl,
    request: (options) => client.request(options),
    call: async (request, signal) => {
      try {
        signal?.throwIfAborted()
        return await untilAborted(attempt(request), signal)
      } catch (error) {
        throw driveFault(error, settings.credentials.kind)
      }
    },
  }
}

function authorise(credentials: DriveCredentials, transporter: Transport): OAuth2Client {
  if (credentials.kind === 'service-account') {
    return new JWT({ email: credentials.clientEmail, key: credentials.privateKey, scopes: [SCOPE], transporter })
  }
  const { clientId, clientSecret, refreshToken } = credentials
  const client = new OAuth2Client({ clientId, clientSecret, transporter })
  client.setCredentials({ refresh_token: refreshToken })
  return client
}

/**
 * The one way out: gives every request a time-out, and turns the library's repeating off, which it asks for itself for
 * reading calls and tokens. Repeating is the outbox's business.
 */
class Transport extends gaxios.Gaxios {
  private readonly apiUrl: string
  private readonly timeoutMs: number

  constructor(apiUrl: string, timeoutMs: number) {
    super()
    this.apiUrl = apiUrl
    this.timeoutMs = timeoutMs
  }

  override request<T>(options: gaxios.GaxiosOptions = {}): gaxios.GaxiosPromise<T> {
    return super.request<T>({
      ...options,
      url: this.target(options.url),
      timeout: options.timeout ?? this.timeoutMs,
      retry: false,
      retryConfig: { retry: 0 },
    })
  }

  /** The library has Google's token address built in for service accounts, so another one is put in its place here. */
  private target(url: string | URL | undefined): string {
    const target = String(url)
    return target === GOOGLE_TOKEN_URL && this.apiUrl !== GOOGLE_API_URL ? `${this.apiUrl}/token` : target
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
