import { expect, test } from 'vitest'
import { growsTooFast } from '../../../test/growth.ts'
import { normaliseText } from '../text-extraction/normalise-text.ts'
import { readPdf } from '../text-extraction/read-pdf.ts'
import { arrangeLines } from './arrange-lines.ts'
import { type DocumentText, drawDocument } from './draw-document.ts'

const createdAt = new Date('2026-05-06T07:00:00Z')
const content = (text: string, title = 'Ana Núñez'): DocumentText => ({
  title,
  subtitle: 'ana@example.com',
  sections: [{ heading: 'Work', text }],
  createdAt,
})

/** The lines of a drawn text, as the server reads them back, and the pages. */
async function readBack(text: string, title?: string) {
  const drawn = await drawDocument(content(text, title))
  if (!('pdf' in drawn)) throw new Error(`no letters for ${JSON.stringify(drawn.missing)}`)
  const raw = await readPdf(drawn.pdf)
  if (raw === 'unsupported') throw new Error('not readable')
  const [name, , , ...lines] = normaliseText(raw.text).text.split('\n')
  return { name, lines, pages: raw.pages }
}

test.each([
  ['Vietnamese', 'Kỹ sư tự động hóa, Thành phố Hồ Chí Minh'],
  ['Vietnamese with its marks apart', 'Kỹ sư tự động hóa'.normalize('NFD')],
  ['Czech and Polish', 'Jiří Dvořáček, Łódź, Gdańsk'],
  ['Russian and Ukrainian', 'Инженер АСУ ТП, Київ'],
  ['Greek', 'Μηχανικός αυτοματισμού'],
  ['Arabic', 'مهندس تحكم في شركة أرامكو منذ خمس سنوات'],
  ['Arabic ligatures', 'إلى الأعمال بلا انقطاع، الآلات والإدارة'],
  ['Arabic with numbers and names in Latin letters', 'أعمل مع SCADA Ignition منذ 2019 في الظهران'],
  ['Arabic numerals', 'خبرة ٢٠١٩ سنوات'],
  ['Arabic within English', 'English with عربي قليل inside'],
  ['Hebrew', 'מהנדס בקרה בכיר, חיפה'],
  ['Hebrew with numbers and names in Latin letters', 'עבדתי עם SCADA Ignition מאז 2019 בחיפה'],
  ['signs of word processors', '• Pumps – “quoted” … 50 °C, ½, €, ©'],
])('%s is drawn as text that is read back', async (_, text) => {
  expect((await readBack(text)).lines).toEqual([normaliseText(text).text])
})

test('brackets in a line from right to left are drawn mirrored, and in a line from left to right as they are', () => {
  const drawn = (text: string) =>
    arrangeLines(text, { weight: 400, width: 100, measure: ({ length }) => length }).map(({ pieces }) =>
      pieces.toSorted((one, other) => one.x - other.x).map((piece) => piece.text),
    )
  expect(drawn('(عربي) [تحكم]')).toEqual([['[', 'تحكم', ']', ' ', '(', 'عربي', ')']])
  expect(drawn('(one) [two]')).toEqual([['(one) ', '[two]']])
})

test('a name in any of these scripts is the title', async () => {
  for (const name of ['Nguyễn Thị Hồng Hạnh', 'محمد الأحمد', 'Юлія Шевченко', 'דנה כהן'])
    expect((await readBack('x', name)).name).toBe(name)
})

test('letters that are divided by an invisible sign are drawn apart, and the sign is not drawn', async () => {
  expect((await readBack('می\u200cخواهم')).lines).toEqual(['میخواهم'])
})

test('what looks alike is drawn for signs without letters of their own: tabs, bullets, hyphens and spaces', async () => {
  expect((await readBack('\uf0b7\tOne\n● two\u202fthree\u2011four\u00ad\u200d')).lines).toEqual([
    '• One',
    '• two three-four',
  ])
})

test('Hebrew is drawn without the points of its vowels', async () => {
  expect((await readBack('שָׁלוֹם עוֹלָם')).lines).toEqual(['שלום עולם'])
})

test('a long line is wrapped between words, and a word that no line holds is broken', async () => {
  const words = 'commissioning '.repeat(40).trim()
  const wrapped = await readBack(words)
  expect(wrapped.lines.length).toBeGreaterThan(3)
  expect(wrapped.lines.join(' ')).toBe(words)
  const long = 'W'.repeat(200)
  const broken = await readBack(long)
  expect(broken.lines.length).toBeGreaterThan(2)
  expect(broken.lines.join('')).toBe(long)
})

test('letters that no font has are named, each once and ten at most, and nothing is drawn', async () => {
  expect(await drawDocument(content('漢字 of 漢 and 😀'))).toEqual({
    missing: ['漢', '字', '😀'].map((letter) => ({ letter, heading: 'Work' })),
  })
  expect(await drawDocument(content('李 字', '李'))).toEqual({
    missing: [
      { letter: '李', heading: null },
      { letter: '字', heading: 'Work' },
    ],
  })
  const many = String.fromCodePoint(...Array.from({ length: 5_000 }, (_, index) => 0x4e00 + index))
  expect(await drawDocument(content(many))).toEqual({
    missing: Array.from(many.slice(0, 10), (letter) => ({ letter, heading: 'Work' })),
  })
})

test('equal content of the same time has the same bytes', async () => {
  const text = 'Kỹ sư مهندس Инженер\n'.repeat(20)
  expect(await drawDocument(content(text))).toEqual(await drawDocument(content(text)))
})

test('the longest text under four headings has few pages', async () => {
  const lines = 'WWWW WWWW WWWW WWWW WWW\n'.repeat(200)
  const sections = ['Work', 'Education', 'Skills', 'Links'].map((heading) => ({ heading, text: lines }))
  const drawn = await drawDocument({ ...content(''), sections })
  const raw = 'pdf' in drawn && (await readPdf(drawn.pdf))
  expect(raw).toMatchObject({ pages: expect.any(Number) })
  expect(raw && raw !== 'unsupported' && raw.pages).toBeLessThan(25)
})

test.each(['W', 'ﷺ', 'لا', '(ع[', '(ש[', '\u200c'])(
  'the time for "%s" again and again grows no faster than the text',
  async (unit) => {
    const draw = (length: number) => drawDocument(content(unit.repeat(length / unit.length)))
    expect(await growsTooFast(draw, 5_000)).toBe(false)
  },
)
