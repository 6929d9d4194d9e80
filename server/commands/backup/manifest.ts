import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { FileFacts } from '../../platform/file-stores/file-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import type { SealKey } from './seal-key.ts'

/** Name of the first entry of a backup file. */
export const MANIFEST_FILE = 'manifest.json'

/** A file inside a backup file, by its name there. */
export type PackedFile = FileFacts & { name: string }

const FORMAT = 1
const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Version of the program that made the backup, and its newest migration. */
  wellhead: z.string(),
  schema: z.string(),
  /** All files of the backup beside the manifest: how many, their bytes, and {@link describeContents}. */
  contents: z.object({ files: count, bytes: count, sha256 }),
  /** SHA-256 of the ledger of erasures, which is the file after the manifest; absent while it has no entry. */
  ledger: sha256.optional(),
  counts: z.object({ applications: count, postings: count, resumes: count, remoteOnly: count }),
  /** Ids of resumes whose file was missing when the backup was made. */
  missing: z.array(z.int()),
  /** Resumes whose file was altered by then, with the checksum of the file in the backup. */
  altered: z.array(z.object({ id: z.int(), sha256 })),
})
const sealSchema = z.object({ key: z.string().regex(/^[0-9a-f]{16}$/), hmac: sha256 })

/** What a backup file says about itself. */
export type Manifest = z.output<typeof manifestSchema>

/** Proof that the holder of the seal key wrote a manifest: id of the key, and HMAC-SHA-256 over the text. */
type Seal = z.output<typeof sealSchema>

/** A manifest read from a backup file, with the sealed text and a seal that is not compared yet. */
export type ReadManifest = { manifest: Manifest; text: string; seal: Seal }

/** Sums up the files of a backup in their order there: the checksum covers name, size and SHA-256 of each. */
export function describeContents(files: PackedFile[]): Manifest['contents'] {
  const listing = createHash('sha256')
  // No name in a backup has a line end.
  for (const { name, size, sha256 } of files) listing.update(`${name}\n${size}\n${sha256}\n`)
  return {
    files: files.length,
    bytes: files.reduce((bytes, { size }) => bytes + size, 0),
    sha256: listing.digest('hex'),
  }
}

/** Formats a manifest with its seal and a checksum of both. */
export function formatManifest(manifest: Omit<Manifest, 'format'>, key: SealKey): string {
  const sealed = { format: FORMAT, ...manifest }
  const seal: Seal = { key: key.id, hmac: authenticate(JSON.stringify(sealed), key).toString('hex') }
  const content = { ...sealed, seal }
  return JSON.stringify({ ...content, checksum: hashText(JSON.stringify(content)) })
}

/** @throws {CommandFault} when it is damaged, or of a newer format */
export function parseManifest(text: string): ReadManifest {
  const { checksum, ...content } = parseObject(text)
  if (checksum !== hashText(JSON.stringify(content))) throw damagedManifest()
  if (Number(content.format) > FORMAT) {
    throw new CommandFault('The backup was made by a newer version of Wellhead. Restore it with that version.')
  }
  const { seal, ...sealed } = content
  const parsed = manifestSchema.safeParse(sealed)
  const parsedSeal = sealSchema.safeParse(seal)
  if (!parsed.success || !parsedSeal.success) throw damagedManifest()
  return { manifest: parsed.data, text: JSON.stringify(sealed), seal: parsedSeal.data }
}

/** Whether this key sealed exactly this text. Takes equally long for every wrong seal. */
export function isSealedBy(key: SealKey, { seal, text }: Pick<ReadManifest, 'seal' | 'text'>): boolean {
  return timingSafeEqual(authenticate(text, key), Buffer.from(seal.hmac, 'hex'))
}

/** The first line keeps a seal from being valid for another use of the same key. */
function authenticate(text: string, { secret }: SealKey): Buffer {
  return createHmac('sha256', secret).update('wellhead backup seal\n').update(text).digest()
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw damagedManifest()
  }
}

function damagedManifest(): CommandFault {
  return new CommandFault('The backup file is damaged: its manifest is not as it was written.')
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
