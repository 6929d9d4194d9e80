import { UPLOAD_TIMEOUT_MS } from '../../contract/wire/limits.ts'
import { IDEMPOTENCY_HEADER } from '../../contract/wire/paths.ts'

/** The connection failed before a response arrived. */
export class NetworkError extends Error {
  constructor() {
    super('Network error')
    this.name = 'NetworkError'
  }
}

/** One attempt took longer than `UPLOAD_TIMEOUT_MS`. */
export class UploadTimeoutError extends Error {
  constructor() {
    super('Upload timed out')
    this.name = 'UploadTimeoutError'
  }
}

/** Any response to an upload, successful or not. */
export type UploadResponse = { status: number; statusText: string; body: string }

/** Options of an upload. */
export type UploadOptions = {
  /** The same key for every attempt at the same submission, so that it is stored once. */
  idempotencyKey?: string
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
  /** Called with whole percents, 0 to 100. */
  onProgress?: (percent: number) => void
}

/**
 * Posts a multipart form and follows its progress; `fetch` cannot report how much was sent.
 * @throws NetworkError, UploadTimeoutError
 */
export function upload(url: string, form: FormData, options: UploadOptions): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const attempt = new XMLHttpRequest()
    // A timer rather than `attempt.timeout`, which a fake clock cannot drive.
    const timer = setTimeout(() => {
      reject(new UploadTimeoutError())
      attempt.abort()
    }, UPLOAD_TIMEOUT_MS)
    attempt.onloadend = () => clearTimeout(timer)
    attempt.onerror = () => reject(new NetworkError())
    attempt.onabort = () => reject(new NetworkError())
    attempt.onload = () =>
      resolve({ status: attempt.status, statusText: attempt.statusText, body: attempt.responseText })
    attempt.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(Math.floor((event.loaded / event.total) * 100))
    }
    attempt.open('POST', url)
    attempt.withCredentials = true
    attempt.setRequestHeader('Accept', 'application/json')
    const key = options.idempotencyKey
    const headers = { ...options.headers, ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }) }
    for (const [name, value] of Object.entries(headers)) attempt.setRequestHeader(name, value)
    options.onProgress?.(0)
    attempt.send(form)
  })
}
