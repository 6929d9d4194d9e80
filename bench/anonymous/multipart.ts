/** A part of a form; one with a file name is the resume. */
export type Part = { name: string; content: string | Buffer; fileName?: string }

const BOUNDARY = 'the-boundary-of-the-bench'

/** The header of {@link multipart}. */
export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** A form as it goes over the wire, with everything that a browser would never send. */
export function multipart(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name, content, fileName }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** The parts of a form with these fields. */
export function partsOf(fields: Record<string, string>): Part[] {
  return Object.entries(fields).map(([name, content]) => ({ name, content }))
}
