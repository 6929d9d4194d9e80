import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { beginDownload, type WaitLimits, withLimits } from '../download.ts'
import { StoreFault } from '../file-store.ts'
import { refusalOf, silenceOf } from './s3-fault.ts'
import type { S3Settings } from './s3-settings.ts'

/** Timeouts, in milliseconds. */
export type S3Limits = WaitLimits & {
  /** Pause before a retry; doubles with each one. */
  retryAfterMs: number
  /** The check of the store as a whole. */
  testMs: number
}

/** One request for an object of the bucket. */
export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** SHA-256 of the body, hexadecimal: it is signed, so the server refuses anything else. */
  bodySha256?: string
  /** Opens the body again for every attempt. */
  openBody?(): Readable
}

/** A response; that to a GET has content, which the caller reads or destroys. */
type S3Response = { headers: IncomingMessage['headers']; content?: Readable }

/**
 * Makes a request.
 * @returns undefined when there is no such object
 * @throws {StoreFault}
 */
export type S3Client = (request: S3Request) => Promise<S3Response | undefined>

/** How often a request is sent before its fault is thrown. */
const ATTEMPTS = 3
/** Most that is read of a response without content, in bytes: a refusal says what it is in the first hundreds. */
const MOST_OF_REFUSAL = 16_384
/** SHA-256 of nothing, hexadecimal. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * Signs requests (AWS Signature Version 4, https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html)
 * and sends them, again after a passing fault.
 * @param signal ends every request
 */
export function connectS3(settings: S3Settings, limits: S3Limits, signal: AbortSignal | null): S3Client {
  const attempt = async (request: S3Request): Promise<S3Response | undefined> => {
    const signed = await sign(settings, request)
    const response = await beginDownload(
      (silence, isAlive) => send(signed, request, silence, isAlive),
      limits,
      signal,
    ).catch((error) => {
      throw silenceOf(error)
    })
    const { statusCode: status = 0, headers } = response
    const isDone = status >= 200 && status < 300
    if (isDone && request.method === 'GET') return { headers, content: withLimits(response, 'S3', limits) }
    const little = { ...limits, exchangeMs: limits.silenceMs, mostBytes: MOST_OF_REFUSAL }
    const body = await text(withLimits(response, 'S3', little)).catch((error) => {
      // The head has said that it is done.
      if (isDone) return ''
      throw error
    })
    if (isDone) return { headers }
    if (isGone(status, body, request.method)) return undefined
    throw refusalOf(status, body)
  }

  return async (request) => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await attempt(request)
      } catch (fault) {
        const isPassing = fault instanceof StoreFault && !fault.isPermanent
        if (!isPassing || failures === ATTEMPTS || signal?.aborted) throw fault
      }
      await pause(limits.retryAfterMs * 2 ** (failures - 1))
    }
  }
}

/** The response to a HEAD has no body that tells a missing object from a missing bucket, so its callers send a GET next. */
function isGone(status: number, body: string, method: S3Request['method']): boolean {
  if (method === 'HEAD') return status >= 300 && status < 500
  return status === 404 && body.includes('<Code>NoSuchKey</Code>')
}

function sign(settings: S3Settings, { method, key, query, headers, bodySha256 = EMPTY_SHA256 }: S3Request) {
  const { accessKeyId, secretAccessKey, region } = settings
  return new AwsV4Signer({
    service: 's3',
    method,
    url: addressOf(settings, key, query),
    headers: { ...headers, 'x-amz-content-sha256': bodySha256 },
    accessKeyId,
    secretAccessKey,
    region,
  }).sign()
}

function addressOf({ endpoint, bucket, isPathStyle }: S3Settings, key: string, query = {}): string {
  const { protocol, host } = new URL(endpoint)
  const address = new URL(isPathStyle ? `${endpoint}/${bucket}/${key}` : `${protocol}//${bucket}.${host}/${key}`)
  address.search = new URLSearchParams(query).toString()
  return address.href
}

type Signed = Awaited<ReturnType<typeof sign>>

async function send(
  { url, headers, method }: Signed,
  { openBody }: S3Request,
  signal: AbortSignal,
  isAlive: () => void,
): Promise<IncomingMessage> {
  const begin = url.protocol === 'https:' ? requestSecure : requestPlain
  const request = begin(url, { method, headers: Object.fromEntries(headers), signal })
  // A server that refuses early closes the connection during the upload, after its response.
  request.on('error', () => undefined)
  if (openBody) pipeline(openBody().on('data', isAlive), request, () => undefined)
  else request.end()
  const [response] = await once(request, 'response')
  // A server that responds early may never take the rest.
  response.once('close', () => {
    if (!request.writableFinished) request.destroy()
  })
  return response
}
