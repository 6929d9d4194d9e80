import { describe, expect, test } from 'vitest'
import { applicationFormSchema } from '../applications/application.ts'
import { cleanLine, cleanText, composeAccents } from './text-rules.ts'

/** Characters without a visible form, by name. */
const UNSEEN = {
  'zero-width space': '\u200b',
  'zero-width joiner': '\u200d',
  'zero-width non-joiner': '\u200c',
  'word joiner': '\u2060',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'combining grapheme joiner': '\u034f',
  'Hangul filler': '\u3164',
  'Hangul choseong filler': '\u115f',
  'Hangul jungseong filler': '\u1160',
  'halfwidth Hangul filler': '\uffa0',
  'Khmer inherent vowel': '\u17b4',
  'Mongolian vowel separator': '\u180e',
  'Mongolian variation selector': '\u180b',
  'braille blank': '\u2800',
  'tag character': '\u{e0041}',
  'variation selector': '\ufe0f',
  'variation selector supplement': '\u{e0100}',
  'combining accent': '\u0301',
  'enclosing circle': '\u20dd',
  'no-break space': '\u00a0',
  'ideographic space': '\u3000',
  'line separator': '\u2028',
  'right-to-left mark': '\u200f',
  'right-to-left override': '\u202e',
  isolate: '\u2067',
  'invisible times': '\u2062',
  'interlinear annotation': '\ufff9',
  'object replacement': '\ufffc',
  'null notehead': '\u{1d159}',
  'musical beam': '\u{1d173}',
  'shorthand format': '\u{1bca0}',
  'private use': '\ue000',
  noncharacter: '\uffff',
  NUL: '\0',
}

describe.each(Object.entries(UNSEEN))('%s', (_name, character) => {
  test('alone is an empty text, also repeated and among spaces', () => {
    for (const text of [character, character.repeat(20), ` ${character}\t${character} `, `${character}\u0301\u2800`]) {
      expect([cleanText(text), cleanLine(text)]).toEqual(['', ''])
    }
  })
})

test.each(['\u200d', '\u3164', '\u2800', '\u{e0041}', '\ufe0f', '\u00ad'])(
  '%j makes neither a name nor a phone number long enough',
  (character) => {
    const typed = { name: `A${character}`, email: 'ana@example.com', phone: `1${character.repeat(20)}2` }
    const issues = applicationFormSchema.safeParse(typed).error?.issues ?? []
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['name', 'Name is required'],
      ['phone', 'Valid phone number is required'],
    ])
  },
)

test.each(['Zoë', 'Ng', '李娜', 'श्री', 'می‌خواهم', '👩‍💻', '❤️', 'ﾊﾝ', 'H\u0308a'])(
  '%s stays as it was typed',
  (text) => {
    expect([cleanText(text), cleanLine(text)]).toEqual([text, text])
  },
)

test('an accent becomes part of its letter, except in a text so long that sorting its marks would take long', () => {
  const marks = 'e\u0301\u0323'
  expect(composeAccents(marks)).toBe('\u1eb9\u0301')
  const long = marks.repeat(200)
  expect(composeAccents(long)).toBe(long)
})
