const BASE = 1024
const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/**
 * A file size as a person reads it.
 * @param bytes whole bytes
 * @returns for example `512 Bytes` or `1.25 MB`: two decimals from KB on, base 1024
 */
export function formatFileSize(bytes: number): string {
  if (bytes < BASE) return `${bytes} ${UNITS[0]}`
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(BASE)), UNITS.length - 1)
  return `${(bytes / BASE ** power).toFixed(2)} ${UNITS[power]}`
}
