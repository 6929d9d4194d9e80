import { SIGNED_FIELDS } from '../../contract/applications/receipt.ts'
import type { Makers, Random } from './random.ts'

/** The largest body that is read. In bytes. */
const MOST_BYTES = 262_144
/** Fields of the bodies that strangers send. */
const FIELDS = [
  'username',
  'password',
  'email',
  'note',
  'reason',
  'confirmation',
  'receipt',
  'answer',
  'version',
  'key',
  'signature',
  'statement',
  '__proto__',
]
const TEXTS = [
  'a',
  '@',
  '.',
  ' ',
  '\\u0301',
  '\\u0345\\u0300',
  '\\ufdfa',
  '\\n',
  '-',
  '+',
  '=',
  '/',
  '9',
  'A',
  '\\ud83d\\ude00',
  '\\ud800',
  '\\"',
  '{',
  '\\u0000',
]

const full = (unit: string, random: Random) => unit.repeat(Math.ceil(random.size(MOST_BYTES - 200) / unit.length))
const list = (random: Random, most: number, make: (at: number) => string) =>
  Array.from({ length: random.size(most) }, (_, at) => make(at)).join(',')
const within = (random: Random, value: string) => `{"${random.pick(FIELDS)}":${value}}`

/** Ways to make JSON that is dear to read. */
export const JSON_INPUTS: Makers = {
  'arrays in each other': (random) =>
    within(
      random,
      `${'['.repeat(random.size(99_000))}`.replace(/.*/, (open) => open + ']'.repeat(open.length)),
    ),
  'objects in each other': (random) => {
    const depth = random.size(30_000)
    return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  },
  'many keys': (random) => `{${list(random, 24_000, (at) => `"k${at}":1`)}}`,
  'keys that are numbers': (random) => `{${list(random, 24_000, (at) => `"${at * 7_919}":1`)}}`,
  'one key many times': (random) => `{${list(random, 20_000, () => `"${random.pick(FIELDS)}":1`)}}`,
  'a long key': (random) => `{"${full(random.pick(TEXTS), random)}":1}`,
  'a long number': (random) =>
    within(random, `${random.pick(['', '-', '0.', '1e'])}${full(random.pick(['9', '1', '7']), random)}`),
  'many long numbers': (random) => within(random, `[${list(random, 800, () => `${'9'.repeat(300)}`)}]`),
  'a text of repeated fragments': (random) => within(random, `"${full(random.mix(TEXTS), random)}"`),
  'texts in every field': (random) =>
    `{${FIELDS.map((name) => `"${name}":"${random.mix(TEXTS).repeat(random.size(2_000))}"`).join(',')}}`,
  'a receipt': (random) =>
    `{"receipt":{${[...SIGNED_FIELDS, 'checksums', 'signature'].map((name) => `"${name}":"${random.mix(TEXTS).repeat(random.size(9_000))}"`).join(',')}}}`,
  'a list where a text belongs': (random) => within(random, `[${list(random, 90_000, () => '1')}]`),
  'an object where a text belongs': (random) => within(random, `{${list(random, 20_000, (at) => `"k${at}":{}`)}}`),
  'JSON that is none': (random) =>
    random.mix(['{', '[', '"', ',', ':', '1', 'e', 'true', 'nul', ' ', '\\']).repeat(random.size(60_000)),
}
