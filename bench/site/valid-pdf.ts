import { seededRandom } from './texts.ts'

/**
 * A PDF of one empty page that every reader opens, made as large as wanted by a stream of noise, as a scanned page would.
 * @param size in bytes, far more than the frame takes
 */
export function validPdf(size: number): Buffer<ArrayBuffer> {
  const frame = pdfAround(Buffer.alloc(0))
  // The numbers in the frame grow with the stream: once more with what the first attempt lacked.
  const roughly = size - frame.length
  return pdfAround(noise(roughly - (pdfAround(noise(roughly)).length - size)))
}

function pdfAround(stream: Buffer): Buffer<ArrayBuffer> {
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'),
    Buffer.concat([Buffer.from(`<< /Length ${stream.length} >>\nstream\n`), stream, Buffer.from('\nendstream')]),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(lengthOf(parts))
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`
  const end = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${lengthOf(parts)}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + end)])
}

function lengthOf(parts: Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

function noise(length: number): Buffer {
  const random = seededRandom(2)
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, () => random() * 2 ** 32)
  return Buffer.from(words.buffer).subarray(0, length)
}
