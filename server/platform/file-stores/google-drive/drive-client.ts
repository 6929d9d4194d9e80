import { type AuthClient, type gaxios, JWT, OAuth2Client } from 'google-auth-library'
import { driveFault } from './drive-fault.ts'
import { type DriveCredentials, GOOGLE_API_URL, type GoogleDriveSettings } from './drive-settings.ts'

/** One request: a path of the Drive API or the full address of an upload session. */
export type DriveRequest = Omit<gaxios.GaxiosOptions, 'url' | 'signal'> & { url: string }

/** Signed requests to Google. Every one ends by itself, in a response or in a {@link StoreFault}. */
export type DriveClient = {
  /** Gets an access token unless there is a valid one. @throws {StoreFault} */
  signIn(signal: AbortSignal | null): Promise<void>
  /**
   * Sends a request, and once more with a new access token when Google refuses the current one.
   * @param signal ends the waiting
   * @throws {StoreFault}
   */
  request<Body>(request: DriveRequest, signal: AbortSignal | null): Promise<gaxios.GaxiosResponse<Body>>
}

/** All files that the account can reach. The narrower `drive.file` does not cover a folder that a person created. */
const SCOPE = 'https://www.googleapis.com/auth/drive'
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** Most that is read of a response which is no file, in bytes. */
export const MOST_OF_RESPONSE = 65_536

/** @param timeoutMs limit of each exchange, including those for a token */
export function connectDrive({ credentials, apiUrl }: GoogleDriveSettings, timeoutMs: number): DriveClient {
  // The outbox retries, so the library does not.
  const client = authorise(credentials, {
    timeout: timeoutMs,
    retryConfig: { retry: 0 },
    maxContentLength: MOST_OF_RESPONSE,
    // Another host would get the sign-in, or the file.
    redirect: 'manual',
  })
  const initialCredentials = { ...client.credentials }
  if (apiUrl !== GOOGLE_API_URL) moveTokenEndpoint(client, `${apiUrl}/token`)

  const send = async <Body>(options: gaxios.GaxiosOptions): Promise<gaxios.GaxiosResponse<Body>> => {
    await client.getAccessToken()
    try {
      return await client.request<Body>(options)
    } catch (error) {
      if ((error as gaxios.GaxiosError).response?.status !== 401) throw error
    }
    client.setCredentials({ ...initialCredentials })
    return client.request<Body>(options)
  }
  const bounded = async <Result>(begin: () => Promise<Result>, signal: AbortSignal | null): Promise<Result> => {
    try {
      signal?.throwIfAborted()
      return await untilAborted(begin(), signal)
    } catch (error) {
      throw driveFault(error, credentials.kind)
    }
  }

  return {
    signIn: async (signal) => {
      await bounded(() => client.getAccessToken(), signal)
    },
    request: ({ url, ...options }, signal) =>
      bounded(() => send({ ...options, url: new URL(url, apiUrl), signal }), signal),
  }
}

function authorise(credentials: DriveCredentials, transporterOptions: gaxios.GaxiosOptions): OAuth2Client {
  if (credentials.kind === 'service-account') {
    return new JWT({ email: credentials.clientEmail, key: credentials.privateKey, scopes: [SCOPE], transporterOptions })
  }
  const { clientId, clientSecret, refreshToken } = credentials
  const client = new OAuth2Client({ clientId, clientSecret, transporterOptions })
  client.setCredentials({ refresh_token: refreshToken })
  return client
}

/** The library has no setting for the token endpoint of service accounts. */
function moveTokenEndpoint({ transporter }: AuthClient, url: string): void {
  transporter.interceptors.request.add({
    resolved: async (options) => (options.url.href === GOOGLE_TOKEN_URL ? { ...options, url: new URL(url) } : options),
  })
}

/** The library takes no signal for its token requests. */
function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal | null): Promise<Result> {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
