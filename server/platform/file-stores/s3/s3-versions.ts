import { text } from 'node:stream/consumers'
import { StoreFault } from '../file-store.ts'
import type { S3Client } from './s3-client.ts'
import { S3Refusal } from './s3-fault.ts'

/** Versions that one request lists. */
const PAGE = 100

/** Pages that one removal goes through. A program that stores a file once, and removes it, never needs a second. */
const MOST_PAGES = 50

/** OpenStack Swift waits ten seconds for a body that nobody has said is empty. */
const EMPTY = { 'content-length': '0' }

const UNLISTED =
  'The bucket keeps earlier versions of deleted files, and the access key may not list them: allow ' +
  's3:ListBucketVersions on the bucket and s3:DeleteObjectVersion on its objects'

/**
 * Removes an object with every version of it, and every mark that one was deleted. In a bucket without versions that is one version.
 * Where the server has no versions, or does not list them, the object alone is deleted.
 * @throws {StoreFault} lasting where the bucket keeps versions that cannot be listed: the file would still be there
 */
export async function removeAllVersions(call: S3Client, key: string): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const versions = await listVersions(call, key)
    if (versions === 'unlisted') return removeUnlisted(call, key)
    let isSure = !versions.hasMore
    for (const versionId of versions.ids) isSure = (await removeVersion(call, key, versionId)) && isSure
    // The removed ones are in no list, so the next page is the first one again.
    if (isSure || versions.ids.length === 0) return
  }
  throw new StoreFault('S3 lists more versions of a file than can be removed at once', { isPermanent: false })
}

/**
 * Removes one version.
 * @returns false where the server says that something is not there: OpenStack Swift says so of the bucket when it has removed the last
 * version. The list knows.
 */
async function removeVersion(call: S3Client, key: string, versionId: string): Promise<boolean> {
  try {
    await call({ method: 'DELETE', key, query: { versionId }, headers: EMPTY })
    return true
  } catch (error) {
    if (error instanceof S3Refusal && error.code?.startsWith('NoSuch')) return false
    throw error
  }
}

/** A bucket with versions says that it only marks the object as deleted. */
async function removeUnlisted(call: S3Client, key: string): Promise<void> {
  const response = await call({ method: 'DELETE', key, headers: EMPTY })
  if (response?.headers['x-amz-delete-marker'] === 'true') throw new StoreFault(UNLISTED, { isPermanent: true })
}

/** One page of the versions of an object, by https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html. */
async function listVersions(call: S3Client, key: string): Promise<{ ids: string[]; hasMore: boolean } | 'unlisted'> {
  try {
    const query = { versions: '', prefix: key, 'max-keys': String(PAGE) }
    const response = await call({ method: 'GET', key: '', query })
    return readVersions(response?.content ? await text(response.content) : '', key)
  } catch (error) {
    // Not a wrong key, nor a bucket that is not there: those say what they are.
    if (error instanceof S3Refusal && (error.isUnsupported || error.code === 'AccessDenied')) return 'unlisted'
    throw error
  }
}

/** Reads the XML of a list. The prefix may find other objects too; keys are letters, digits, hyphens and slashes, which are never escaped. */
export function readVersions(xml: string, key: string): { ids: string[]; hasMore: boolean } {
  const blocks = xml.split(/<(?:Version|DeleteMarker)>/).slice(1)
  const own = blocks.filter((block) => inside(block, 'Key') === key)
  const ids = own.flatMap((block) => inside(block, 'VersionId') ?? [])
  return { ids: ids.map(unescapeXml), hasMore: inside(xml, 'IsTruncated') === 'true' }
}

function inside(xml: string, tag: string): string | undefined {
  const begin = xml.indexOf(`<${tag}>`)
  const end = begin < 0 ? -1 : xml.indexOf(`</${tag}>`, begin)
  return end < 0 ? undefined : xml.slice(begin + tag.length + 2, end)
}

/** A version is named by text of the server. */
function unescapeXml(escaped: string): string {
  const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
  return escaped.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => characters[entity] ?? entity)
}
