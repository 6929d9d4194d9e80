import { createHash } from 'node:crypto'
import * as z from 'zod'
import { RESUME_KEY } from '../../platform/file-stores/local/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { makeSeal, type Seal } from './seal.ts'
import type { SealKey } from './seal-key.ts'

/** Name of the first entry of a backup file. */
export const MANIFEST_FILE = 'manifest.json'

/** Since format 2 a backup is sealed. */
const FORMAT = 2
const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.object({
  format: z.int().min(1).max(FORMAT),
  createdAt: z.iso.datetime(),
  /** Version of the program that made the backup, and the newest change of its schema. */
  wellhead: z.string(),
  schema: z.string(),
  databaseSha256: sha256,
  /** Everything else in the backup file; absent in format 1. */
  contents: z.object({ files: count, bytes: count, sha256 }).optional(),
  counts: z.object({ applications: count, postings: count, resumes: count, cloudOnly: count }),
  /** Applications whose file was gone already when the backup was made; it is not in the backup file. */
  missing: z.array(z.int()),
  /** Applications whose file was altered already, with the checksum of what is in the backup file. */
  altered: z.array(z.object({ application: z.int(), key: z.string().regex(RESUME_KEY), sha256 })),
})
const sealSchema = z.object({ key: z.string().regex(/^[0-9a-f]{16}$/), hmac: sha256 })

/** What a backup file says about itself. */
export type Manifest = z.output<typeof manifestSchema>

/** A manifest as it was read: what was sealed of it, and the seal, which nobody has compared yet. */
export type ReadManifest = { manifest: Manifest; text: string; seal: Seal | undefined }

/** Writes a manifest down, with its seal and a checksum of both. */
export function formatManifest(manifest: Omit<Manifest, 'format'>, key: SealKey): string {
  const sealed = { format: FORMAT, ...manifest }
  const content = { ...sealed, seal: makeSeal(JSON.stringify(sealed), key) }
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
  const parsedSeal = sealSchema.optional().safeParse(seal)
  if (!parsed.success || !parsedSeal.success) throw damagedManifest()
  return { manifest: parsed.data, text: JSON.stringify(sealed), seal: parsedSeal.data }
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
