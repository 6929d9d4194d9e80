import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { AwsV4Signer } from 'aws4fetch'
import { findSwift } from '../../scripts/find-swift.ts'
import { INSTALLATION_FILE } from '../../server/platform/installation/store-owner.ts'

/** A real local S3 server: OpenStack Swift (`docs/decisions/0027-file-stores.md`). */
export type S3Server = Awaited<ReturnType<typeof startS3Server>>

const SECRET = 'a-secret-of-the-tests'
const OWNER = 'wellhead:writer'

/** Starts the server with one empty bucket; `stop` removes everything again. */
export async function startS3Server() {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-s3-'))
  const script = resolve(import.meta.dirname, 'swift-server.py')
  const child = spawn(findSwift(), [script, folder, '0'], {
    env: { S3_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  const port = Number(/^ready (\d+)$/.exec(String(line))?.[1])
  if (!port) throw new Error('The S3 server did not start')
  const endpoint = `http://127.0.0.1:${port}`

  const request = async (method: string, path: string, body?: string) => {
    const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
    const keys = { accessKeyId: OWNER, secretAccessKey: SECRET, region: 'us-east-1', service: 's3' }
    const signed = await new AwsV4Signer({ method, url: `${endpoint}/${path}`, headers, ...keys }).sign()
    return fetch(signed.url, { method, headers: signed.headers, ...(body !== undefined && { body }) })
  }
  const newBucket = async (bucket = `resumes-${randomUUID()}`) => {
    const { status } = await request('PUT', bucket)
    if (status !== 200) throw new Error(`The S3 server made no bucket: ${status}`)
    return bucket
  }

  return {
    endpoint,
    /** Where it keeps all that it has. */
    folder,
    port,
    /** Makes an empty bucket, with a new name by default. @returns its name */
    newBucket,
    /** Settings as an operator makes them; `stranger` is an account without any right on the buckets. */
    environment: (bucket: string, who: 'writer' | 'stranger' = 'writer'): Record<string, string> => ({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: `wellhead:${who}`,
      S3_SECRET_ACCESS_KEY: SECRET,
      SECRET_KEY: 'receipts of the tests are sealed by this',
    }),
    /** Names of the objects in a bucket, without its installation id. */
    keysIn: async (bucket: string): Promise<string[]> => {
      const keys: string[] = []
      for (;;) {
        const after = keys.length > 0 ? `&start-after=${keys.at(-1)}` : ''
        const list = await (await request('GET', `${bucket}?list-type=2${after}`)).text()
        const next = [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => String(key))
        if (next.length === 0) return keys.filter((key) => !key.endsWith(INSTALLATION_FILE))
        keys.push(...next)
      }
    },
    /** Has the bucket keep every version of an object from now on. */
    keepVersions: async (bucket: string): Promise<void> => {
      const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
      const { status } = await request('PUT', `${bucket}?versioning=`, body)
      if (status !== 200) throw new Error(`The S3 server keeps no versions: ${status}`)
    },
    /** Names of all versions in a bucket, each with the name of its object; a mark that one was deleted is one too. */
    versionsIn: async (bucket: string): Promise<{ key: string; versionId: string }[]> => {
      const list = await (await request('GET', `${bucket}?versions=`)).text()
      const found = list.matchAll(/<Key>([^<]+)<\/Key><VersionId>([^<]+)<\/VersionId>/g)
      return [...found].map(([, key, versionId]) => ({ key: String(key), versionId: String(versionId) }))
    },
    /** Content of an object. */
    read: async (bucket: string, key: string): Promise<Buffer> => {
      const response = await request('GET', `${bucket}/${key}`)
      if (!response.ok) throw new Error(`The S3 server does not give ${key}: ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    },
    /** Removes an object behind the program's back. */
    remove: (bucket: string, key: string) => request('DELETE', `${bucket}/${key}`),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
