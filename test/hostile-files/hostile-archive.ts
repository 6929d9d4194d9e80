import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a ZIP archive, with every wrong value that its headers can have. */
export type ArchivePart = {
  name: string
  content?: string | Buffer
  /** The name at the beginning of its bytes, where another program may look. */
  localName?: string
  /** What the directory says it is unpacked. */
  declaredSize?: number
  /** Says the size in the extra field of zip64. */
  zip64Size?: bigint
  flags?: number
  unixMode?: number
  /** Stands only in the directory, and says that its bytes are there. */
  at?: number
  isStored?: boolean
}

/** What the end of an archive says, where it is not the truth. */
export type ArchiveEnd = { comment?: Buffer; entryCount?: number; zip64?: { at?: bigint; entryCount?: bigint } }

/** Builds a zip archive, as truthful as its parts. */
export function archive(parts: ArchivePart[], end: ArchiveEnd = {}): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const { local, entryAt } = pack(part)
    directory.push(entryAt(part.at ?? offset))
    if (part.at !== undefined) continue
    locals.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const endRecords = end.zip64 ? [zip64End(offset, size, parts.length, end.zip64)] : []
  const count = end.zip64 ? 0xffff : (end.entryCount ?? parts.length)
  const last = Buffer.alloc(22)
  last.write('PK\x05\x06', 'latin1')
  last.writeUInt16LE(count, 8)
  last.writeUInt16LE(count, 10)
  last.writeUInt32LE(size, 12)
  last.writeUInt32LE(end.zip64 ? 0xffffffff : offset, 16)
  last.writeUInt16LE(end.comment?.length ?? 0, 20)
  return Buffer.concat([...locals, ...directory, ...endRecords, last, end.comment ?? Buffer.alloc(0)])
}

function pack(part: ArchivePart): { local: Buffer; entryAt(offset: number): Buffer } {
  const content = Buffer.from(part.content ?? (part.name.endsWith('.xml') ? '<x/>' : 'x'))
  const data = part.isStored ? content : deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(part.flags ?? 0, 2)
  common.writeUInt16LE(part.isStored ? 0 : 8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(data.length, 14)
  common.writeUInt32LE(part.zip64Size === undefined ? (part.declaredSize ?? content.length) : 0xffffffff, 18)
  const [name, localName] = [Buffer.from(part.name), Buffer.from(part.localName ?? part.name)]
  const extra = part.zip64Size === undefined ? Buffer.alloc(0) : zip64Extra(part.zip64Size)

  const localHeader = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common])
  localHeader.writeUInt16LE(localName.length, 26)
  return {
    local: Buffer.concat([localHeader, localName, data]),
    entryAt: (offset) => {
      const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, Buffer.alloc(14)])
      entry.writeUInt16LE(name.length, 28)
      entry.writeUInt16LE(extra.length, 30)
      entry.writeUInt32LE(((part.unixMode ?? 0o100644) << 16) >>> 0, 38)
      entry.writeUInt32LE(offset, 42)
      return Buffer.concat([entry, name, extra])
    },
  }
}

function zip64Extra(size: bigint): Buffer {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(size, 4)
  return extra
}

function zip64End(offset: number, size: number, count: number, lies: NonNullable<ArchiveEnd['zip64']>): Buffer {
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(lies.entryCount ?? BigInt(count), 24)
  record.writeBigUInt64LE(lies.entryCount ?? BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(lies.at ?? BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
