/** What two names have in common that differ in case, in Unicode form or in spaces alone. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
}
