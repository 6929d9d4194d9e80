/** What every section of the bench is given. */
export type Bench = {
  /** Made for this run and removed after it. */
  folder: string
  /** How often each measurement is taken in turn. */
  rounds: number
  /** How long each takes, in seconds. */
  seconds: number
  /** Applications of a small and of a large installation. */
  sizes: { few: number; many: number }
}

/** Measures one theme and prints its figures. */
export type Section = (bench: Bench) => Promise<void>
