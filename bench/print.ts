/** Writes one line of the table: what was measured, the figure, and whether it meets its aim. */
export function print(what: string, measured: string, aim: string, isMet: boolean): void {
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${measured} (aim: ${aim})`)
}
