/** Words of the trade; each is drawn as often as the others. */
const WORDS = `alarm analog automation bench boiler bus cabinet calibration client compressor control controller
  cooling customer cycle data database deadband design device diagram downtime driver edge engineer ethernet field firmware
  flare flow gas gateway heater historian instrument interlock ladder leak level line logic loop maintenance manifold
  measurement meter modbus module monitoring motor network noise oil operator outage panel panels pipe pipeline plant PLC
  polling pressure process project protocol pump radio recipe redundancy relay remote report reservoir rig safety sample
  sensor separator server shift signal site skid software solar station storage support switch tag tank telemetry
  terminal test tower training transmitter trend trouble tubing turbine upgrade valve vendor vessel vibration water
  weather weld wire wireless yard and at for from in into of on the to with under I we they replaced built maintained
  rewired documented planned wrote tuned moved inspected led taught reduced`.split(/\s+/)

const FIRST_NAMES =
  `Ana Ben Carla Dmitri Elif Farid Grace Hugo Ines Jamal Kenji Lena Marco Nadia Omar Priya Quentin Rosa
  Sven Tara Uma Victor Wanda Ximena Yusuf Zoë`.split(/\s+/)
const LAST_NAMES =
  `Álvarez Becker Chen Díaz Evans Fischer García Hassan Ivanov Jensen Kowalski López Müller Núñez Okafor
  Petrov Quinn Ramos Schmidt Tanaka Ueda Vargas Walker Xu Yılmaz Zhang`.split(/\s+/)

/** A source of numbers between 0 and 1 that gives the same ones in every run (the generator known as mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Words as an engineer might string them together. */
export function randomText(random: () => number, words: number): string {
  return Array.from({ length: words }, () => drawn(WORDS, random)).join(' ')
}

/** Characters of a resume. */
const RESUME_LENGTH = 3_000
const SYLLABLES = 'ba cor de fil gen hy in ka lu mor ne op pra qui ros sta ten ul ver wo xen yor zi'.split(' ')

/** 3 kB: half of it the trade's words, half names and terms of which there are tens of thousands, some of them often. */
export function randomResume(random: () => number): string {
  const words: string[] = []
  for (let length = 0; length < RESUME_LENGTH; length += (words.at(-1)?.length ?? 0) + 1) {
    words.push(words.length % 2 === 0 ? drawn(WORDS, random) : rareWord(Math.floor(40_000 ** random())))
  }
  return words.join(' ')
}

/** The word of a number. */
function rareWord(number: number): string {
  const syllables: string[] = []
  for (let rest = number + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    syllables.push(SYLLABLES[rest % SYLLABLES.length] ?? '')
  }
  return syllables.join('')
}

/** A full name; there are some 17,000 of them. */
export function randomName(random: () => number): string {
  const initial = String.fromCharCode(65 + Math.floor(random() * 26))
  return `${drawn(FIRST_NAMES, random)} ${initial}. ${drawn(LAST_NAMES, random)}`
}

function drawn(from: string[], random: () => number): string {
  return from[Math.floor(random() * from.length)] ?? ''
}
