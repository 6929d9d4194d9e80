import type { Makers, Random } from './random.ts'

/** The boundary of every generated form. */
export const BOUNDARY = 'wellhead-bench'
const LINE = '\r\n'
const MOST_BYTES = 11_000_000

/** What the parser of forms looks at, and what could confuse it. */
const FRAGMENTS = [
  ...[
    `--${BOUNDARY}`,
    `--${BOUNDARY}--`,
    `\r\n--${BOUNDARY}`,
    `\r\n--${BOUNDARY.slice(0, -1)}`,
    '\r\n--',
    '\r\n-',
    '\r',
    '\n',
  ],
  ...['\r\n', '\r\n\r\n', '-', '--', 'a', ' ', ';', '"', '\\"', '=', ':', '%41', '%', '\0', 'é', 'a'.repeat(99)],
]
const PARAMETERS = [
  '; a=b',
  '; a="b"',
  '; a="\\""',
  '; name',
  ';',
  "; name*=utf-8''%41",
  '; name="',
  ' ',
  '; a*0=b',
  '; ',
  '"',
  '\\',
]

const part = (head: string, content: string) => `--${BOUNDARY}${LINE}${head}${LINE}${LINE}${content}${LINE}`
const field = (name: string, content: string) => part(`Content-Disposition: form-data; name="${name}"`, content)
const ended = (parts: string) => `${parts}--${BOUNDARY}--${LINE}`
const person = ended(field('name', 'Ana') + field('email', 'ana@example.com')).slice(0, -BOUNDARY.length - 6)
const many = (random: Random, most: number, make: (at: number) => string) =>
  Array.from({ length: random.size(most) }, (_, at) => make(at)).join('')

/** Ways to make forms that are dear to read. */
export const FORM_INPUTS: Makers = {
  'many tiny fields': (random) => ended(many(random, 40_000, (at) => field(`${at}`, ''))),
  'many tiny parts that are nothing': (random) => ended(many(random, 90_000, () => part('X: y', ''))),
  'many files': (random) =>
    ended(many(random, 30_000, () => part('Content-Disposition: form-data; name="resume"; filename="a"', 'x'))),
  'many headers of a part': (random) =>
    ended(
      part(
        many(random, 90_000, (at) => `X${at}: y${LINE}`),
        'x',
      ),
    ),
  'a long line of a header': (random) =>
    ended(
      part(`Content-Disposition: form-data; name="${random.mix(FRAGMENTS.slice(8)).repeat(random.size(99_000))}"`, 'x'),
    ),
  'many parameters of a header': (random) =>
    ended(part(`Content-Disposition: form-data${random.mix(PARAMETERS).repeat(random.size(9_000))}; name="a"`, 'x')),
  'a long file name': (random) =>
    ended(
      part(
        `Content-Disposition: form-data; name="resume"; filename="${random.mix(['/', '\\', '\\\\', '.', 'é', '\u202e', '%22']).repeat(random.size(5_000))}"`,
        'x',
      ),
    ),
  'fragments in a field': (random) => ended(person + field('note', random.mix(FRAGMENTS).repeat(random.size(99_000)))),
  'fragments in a file': (random) => {
    const unit = random.mix(FRAGMENTS)
    return ended(
      person +
        part(
          'Content-Disposition: form-data; name="resume"; filename="cv.pdf"',
          unit.repeat(Math.ceil(random.size(MOST_BYTES) / unit.length)),
        ),
    )
  },
  'fragments before the first part': (random) => random.mix(FRAGMENTS).repeat(random.size(99_000)) + ended(person),
  'fragments after the last part': (random) => ended(person) + random.mix(FRAGMENTS).repeat(random.size(99_000)),
  'texts of one repeated character': (random) =>
    ended(
      ['name', 'email', 'phone', 'note', 'linkedinUrl']
        .map((name) =>
          field(
            name,
            random
              .mix([
                'a',
                '@',
                '.',
                ' ',
                '\u0301',
                '\u0345\u0300',
                '-',
                '/',
                'http://',
                '9',
                '+',
                '\t\r\n',
                '\ufdfa',
                '\u200b',
              ])
              .repeat(random.size(20_000)),
          ),
        )
        .join(''),
    ),
  'a field in an odd character set': (random) =>
    ended(
      part(
        `Content-Disposition: form-data; name="a"${LINE}Content-Type: text/plain; charset=${random.pick(['utf-16le', 'x', 'gb18030', 'utf-7'])}`,
        'é'.repeat(random.size(30_000)),
      ),
    ),
}
