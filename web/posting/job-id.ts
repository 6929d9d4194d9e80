import { MAX_ID } from '../../contract/wire/limits.ts'
import { formatReference } from '../../contract/wire/reference.ts'

/**
 * Reads the id of a posting from an address.
 * @returns undefined for anything but a positive 32-bit integer
 */
export function parseJobId(text: string | undefined): number | undefined {
  if (!text || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = Number(text)
  return id <= MAX_ID ? id : undefined
}

/** Id of a posting as people quote it, for example `JOB-0007`. */
export function formatJobId(id: number): string {
  return formatReference('JOB', id)
}
