type Figure = { what: string; measured: string; aim: string; isMet: boolean }
/** What one section measured, and the part of the machine that others used meanwhile, between 0 and 1. */
export type Measured = { figures: Figure[]; others: number }

let figures: Figure[] = []

/** Writes one line of the table: what was measured, the figure, and whether it meets its aim. */
export function print(what: string, measured: string, aim: string, isMet: boolean): void {
  figures.push({ what, measured, aim, isMet })
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${measured} (aim: ${aim})`)
}

/** Prints a detail of the figure above it, which has no aim. */
export function printDetail(text: string): void {
  console.log(`  ${text}`)
}

/** The figures that were printed since the last call. */
export function takeFigures(): Figure[] {
  const taken = figures
  figures = []
  return taken
}

/** Writes all figures of the run once more, as the table of `docs/performance.md`. */
export function printTable(sections: Measured[]): void {
  console.log('\n| what | measured | aim | other programs |\n|---|---|---|---|')
  for (const { figures, others } of sections) {
    for (const { what, measured, aim, isMet } of figures)
      console.log(`| ${what} | ${isMet ? measured : `**${measured}, missed**`} | ${aim} | ${percent(others)} |`)
  }
}

/** A part of a whole in percent. */
export function percent(part: number): string {
  return `${Math.round(part * 100)} %`
}
