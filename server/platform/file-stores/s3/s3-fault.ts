import { StoreFault } from '../file-store.ts'

/**
 * Codes that last until a person has changed something, and what to change. The status decides about any other.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
const LASTING_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    InvalidAccessKeyId: 'S3 does not know the access key: correct S3_ACCESS_KEY_ID',
    SignatureDoesNotMatch:
      'The secret does not belong to the access key: correct S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY',
    NoSuchBucket: 'There is no bucket of the name in S3_BUCKET: create it, or correct the name',
    AccessDenied:
      'The access key lacks a right on the bucket: allow s3:GetObject, s3:PutObject and s3:DeleteObject on its ' +
      'objects, and s3:ListBucket on the bucket; where it keeps versions also s3:DeleteObjectVersion and ' +
      's3:ListBucketVersions, and no lock on its objects',
    RequestTimeTooSkewed: "This machine's clock is wrong: set it right, and keep it right with NTP",
    AuthorizationHeaderMalformed: 'The server expects another region: correct S3_REGION',
    PermanentRedirect: 'The bucket is in another region: correct S3_ENDPOINT and S3_REGION',
    InvalidBucketName: 'S3_BUCKET is no name that the server allows: correct it',
    QuotaExceeded: 'The bucket is full: delete files or raise its quota',
    EntityTooLarge: 'The bucket takes no files of this size: raise its limit',
    AccountProblem: 'The account of the bucket is blocked: ask the provider',
  }),
)

/** Codes that pass although their status may be one that lasts: damage on the way, or too many requests. */
const PASSING_CODES = new Set([
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'IncompleteBody',
  'RequestTimeout',
  'SlowDown',
])

const UNTRUSTED =
  'The certificate of S3 is not trusted: correct S3_ENDPOINT, or name the authority that signed it in NODE_EXTRA_CA_CERTS'
const NOT_TLS = 'S3 does not respond with TLS as expected: correct http or https, or the port, in S3_ENDPOINT'

/** A refusal of the server. @param code of its response; undefined where it has none */
export class S3Refusal extends StoreFault {
  readonly code: string | undefined
  /** Whether the server does not know the kind of request. */
  readonly isUnsupported: boolean

  constructor(
    message: string,
    { isPermanent, status, code }: { isPermanent: boolean; status: number; code?: string | undefined },
  ) {
    super(message, { isPermanent })
    this.code = code
    this.isUnsupported = UNSUPPORTED.has(status) || code === 'NotImplemented'
  }
}

/** What servers without versions say to a request for them; some take it for an argument that is wrong. */
const UNSUPPORTED = new Set([400, 405, 501])

/**
 * Explains a refusal of the server in words that say what to do. The rest of the response is not passed on: it quotes
 * the access key and the signed text.
 * @param text the body of the response, XML that may have a code
 */
export function refusalOf(status: number, text: string): S3Refusal {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1]
  const lasting = code === undefined ? undefined : LASTING_CODES.get(code)
  const mark = code ? `${status} ${code}` : `${status}`
  if (lasting) return new S3Refusal(`${lasting} (${mark})`, { isPermanent: true, status, code })
  const isOfServer = status >= 500 && status !== 501
  const passes = isOfServer || status === 408 || status === 429 || (code !== undefined && PASSING_CODES.has(code))
  if (passes)
    return new S3Refusal(`S3 cannot take the request for the time being (${mark})`, {
      isPermanent: false,
      status,
      code,
    })
  return new S3Refusal(`S3 refuses the request (${mark})`, { isPermanent: true, status, code })
}

/** Explains a request that ended without a response. @param error of the request */
export function silenceOf(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  const code = systemCode(error)
  if (/CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(code)) return lasting(UNTRUSTED, code)
  if (/SSL|EPROTO|HPE_INVALID/.test(code)) return lasting(NOT_TLS, code)
  const words = /TIME|ABORT/i.test(code) ? 'S3 did not respond in time' : `S3 cannot be reached (${code})`
  return new StoreFault(words, { isPermanent: false })
}

function lasting(words: string, code: string): StoreFault {
  return new StoreFault(`${words} (${code})`, { isPermanent: true })
}

/** The system's error code; that of the first address when several were tried. */
function systemCode(error: unknown): string {
  const { code, errors, name } = error as { code?: unknown; errors?: unknown[]; name?: unknown }
  if (Array.isArray(errors) && errors.length > 0) return systemCode(errors[0])
  return String(code ?? name ?? 'no response')
}
