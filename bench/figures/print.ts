type Figure = { what: string; measured: string; aim: string; isMet: boolean }

const figures: Figure[] = []

/** Writes one line of the table: what was measured, the figure, and whether it meets its aim. */
export function print(what: string, measured: string, aim: string, isMet: boolean): void {
  figures.push({ what, measured, aim, isMet })
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${measured} (aim: ${aim})`)
}

/** Prints a detail of the figure above it, which has no aim. */
export function printDetail(text: string): void {
  console.log(`  ${text}`)
}

/** Writes all figures of the run once more, as the table of `docs/performance.md`. */
export function printTable(): void {
  console.log('\n| what | measured | aim |\n|---|---|---|')
  for (const { what, measured, aim, isMet } of figures) {
    console.log(`| ${what} | ${isMet ? measured : `**${measured}, missed**`} | ${aim} |`)
  }
}
