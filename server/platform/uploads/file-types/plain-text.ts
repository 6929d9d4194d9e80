import { open } from 'node:fs/promises'

const CHUNK = 1 << 16
const ALLOWED_CONTROLS = new Set(['\t', '\n', '\f', '\r'].map((character) => character.charCodeAt(0)))

/** Text has no control characters but line ends, tabs and form feeds; any 8-bit encoding may carry its letters. */
export async function isPlainText(path: string): Promise<boolean> {
  await using file = await open(path)
  const buffer = Buffer.alloc(CHUNK)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK)
    if (bytesRead === 0) return true
    if (buffer.subarray(0, bytesRead).some(isForbidden)) return false
  }
}

function isForbidden(byte: number): boolean {
  return (byte < 0x20 && !ALLOWED_CONTROLS.has(byte)) || byte === 0x7f
}
