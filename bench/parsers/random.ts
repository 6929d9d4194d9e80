/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** A whole number from 0 to below a limit. */
  below(limit: number): number
  /** A number up to a limit, of any magnitude alike: mostly small. */
  size(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  /** One to four of these after each other. */
  mix(items: readonly string[]): string
}

/** Makes a generator (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
  return {
    below,
    pick,
    size: (limit) => Math.floor(Math.exp(next() ** 3 * Math.log(limit))),
    mix: (items) => Array.from({ length: 1 + below(4) }, () => pick(items)).join(''),
  }
}

/** An input, and what made it. */
export type Input = { what: string; content: Buffer<ArrayBuffer> }

/** Ways to make inputs of one type, by what they make. */
export type Makers = Record<string, (random: Random) => Buffer<ArrayBuffer> | string>

/** Makes one input in one of these ways. */
export function makeInput(makers: Makers, random: Random): Input {
  const what = random.pick(Object.keys(makers))
  return { what, content: Buffer.from(makers[what]?.(random) ?? '') as Buffer<ArrayBuffer> }
}
