import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { RESUME_KINDS } from '../../../../contract/applications/resume-kinds.ts'
import { checkStore } from '../check-store.ts'
import { EXCHANGE_MS } from '../download.ts'
import { type FileFacts, type FileOperations, measureContent, type RemoteStore } from '../file-store.ts'
import type { S3Client, S3Limits, S3Request } from './s3-client.ts'
import { silenceOf } from './s3-fault.ts'
import type { S3Settings } from './s3-settings.ts'
import { removeAllVersions } from './s3-versions.ts'

const LIMITS: S3Limits = { silenceMs: 10_000, exchangeMs: EXCHANGE_MS, retryAfterMs: 500, testMs: 10_000 }
const CHECKSUM = 'x-amz-checksum-sha256'

/** Keeps resumes in a bucket of an S3-compatible server; a key is the name of an object. */
export function createS3Store(settings: S3Settings, changes: Partial<S3Limits> = {}): RemoteStore {
  const limits = { ...LIMITS, ...changes }
  const filesUntil = (signal: AbortSignal | null) => {
    let client: Promise<S3Client> | undefined
    const call = async (request: S3Request) => {
      client ??= import('./s3-client.ts').then(({ connectS3 }) => connectS3(settings, limits, signal))
      return (await client)(request)
    }
    return s3Files(call, settings.prefix)
  }
  return {
    ...filesUntil(null),
    name: 's3',
    isLocal: false,
    check: () =>
      checkStore({
        filesUntil,
        find: async () => `the bucket “${settings.bucket}” at ${new URL(settings.endpoint).host}`,
        wordsOf: (error) => silenceOf(error).message,
        limitMs: limits.testMs,
      }),
  }
}

function s3Files(call: S3Client, prefix: string): FileOperations {
  const open = async (key: string) => (await call({ method: 'GET', key }))?.content

  return {
    newKey: async () => `${prefix}${randomUUID()}`,

    put: async (key, { kind, size, sha256, read }) => {
      const headers = {
        'content-length': String(size),
        'content-type': RESUME_KINDS[kind].mediaType,
        [CHECKSUM]: Buffer.from(sha256, 'hex').toString('base64'),
      }
      await call({ method: 'PUT', key, headers, bodySha256: sha256, openBody: () => read(0) })
    },

    describe: async (key) => {
      const response = await call({ method: 'HEAD', key, headers: { 'x-amz-checksum-mode': 'ENABLED' } })
      const facts = response && storedFacts(response.headers)
      if (facts) return facts
      // Metadata written at the upload would prove only what was sent, so read the bytes.
      const content = await open(key)
      return content && measureContent(content)
    },

    open,

    remove: (key) => removeAllVersions(call, key),
  }
}

/** The checksum that the server computed over the whole object. That of a multipart upload ends in the number of parts. */
function storedFacts(headers: IncomingHttpHeaders): FileFacts | undefined {
  const checksum = String(headers[CHECKSUM] ?? '')
  const sha256 = Buffer.from(checksum, 'base64')
  if (sha256.length !== 32 || checksum.includes('-')) return undefined
  return { size: Number(headers['content-length']), sha256: sha256.toString('hex') }
}
