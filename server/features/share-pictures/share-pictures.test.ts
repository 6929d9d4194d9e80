import { beforeAll, describe, expect, test } from 'vitest'
import { NO_FACTS } from '../../../contract/jobs/job-facts.ts'
import { readPlace } from '../../../contract/jobs/place-and-pay/job-place.ts'
import { drawableText, fitText } from './fit-text.ts'
import { loadPictureFonts, type PictureFonts } from './picture-fonts.ts'
import { type PictureFacts, sharePictureSvg } from './share-picture-svg.ts'
import { createSharePictures, type PicturePosting } from './share-pictures.ts'

const facts: PictureFacts = {
  reference: 'JOB-0007',
  title: 'Edge Engineer',
  jobType: 'Full-time',
  place: 'Midland, TX',
  pay: '$95,000',
  company: 'Edge & Co',
  logo: null,
}

const JOB = {
  title: 'Edge Engineer',
  jobType: 'Full-time',
  location: 'Midland, TX (quarterly weeks in Odessa)',
  salaryRange: null,
  ...NO_FACTS,
} as const

const ADDRESS = '192.0.2.1'
const OTHER_ADDRESS = '192.0.2.2'
/** Room for one picture that waits. */
const ONE = { ofEach: 1, inAll: 1 }

const COMPANY = { name: 'Edge & Co' }
const MIDLAND = { locality: 'Midland', region: 'TX', country: 'US' }
const posting = (job: PicturePosting['job']): PicturePosting => ({ job, place: readPlace(job, MIDLAND) })

let fonts: PictureFonts
beforeAll(async () => {
  fonts = await loadPictureFonts()
})

/** The words of a picture, line by line, without isolating marks. */
function linesOf(changes: Partial<PictureFacts>): string[] {
  const svg = sharePictureSvg({ ...facts, ...changes }, fonts.metrics)
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) =>
    text.replaceAll(/[\u2066\u2067\u2069]/g, ''),
  )
}

describe('a share picture', () => {
  test('shows reference, company, title, place, type and pay', () => {
    expect(linesOf({})).toEqual(['JOB', '0007', 'Edge &amp; Co', 'Edge Engineer', 'Midland, TX | Full-time', '$95,000'])
  })

  test('wraps a long title after words and ends it with dots', () => {
    const title = 'Senior industrial systems integration engineer, '.repeat(4)
    const lines = linesOf({ title }).slice(3, 6)
    expect(lines[0]).toBe('Senior industrial systems')
    expect(lines[2]).toMatch(/[a-z]\.\.\.$/)
    expect(title.startsWith(lines.join(' ').slice(0, -3))).toBe(true)
  })

  test('breaks a title without spaces, and never within a letter and its marks', () => {
    const lines = linesOf({ title: 'e\u0323\u0302'.normalize('NFD').repeat(200) }).slice(3, 6)
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line.replace(/\.{3}$/, '')).toMatch(/^ệ+$/)
  })

  test('draws Vietnamese, Arabic, Hebrew, Greek and Cyrillic titles', () => {
    for (const title of ['Kỹ sư điều khiển', 'مهندس SCADA أول', 'מהנדס בכיר', 'Μηχανικός', 'Инженер']) {
      expect(drawableText(title, fonts.metrics)).toBe(title)
    }
  })

  test.each(['مهندس SCADA أول', 'מהנדס SCADA בכיר'])(
    'begins on the right with %s, and orders its words from there',
    (title) => {
      const svg = sharePictureSvg({ ...facts, title }, fonts.metrics)
      expect(svg).toContain('x="1120" text-anchor="end"')
      expect(svg).toContain(`\u2067${title}\u2069`)
    },
  )

  test('orders every line of a title from where the title begins, whatever the line begins with', () => {
    const directionsOf = (title: string) => {
      const svg = sharePictureSvg({ ...facts, title }, fonts.metrics)
      return [...svg.matchAll(/>([\u2066\u2067]?)([^<]*?)\u2069?<\/text>/g)].slice(3, -2).map(([, ...line]) => line)
    }
    const arabic = 'مهندس صيانة المعدات الدوارة والأجهزة SCADA/PLC (Ignition)'
    const lines = directionsOf(arabic)
    expect(lines.map(([isolate]) => isolate)).toEqual(lines.map(() => '\u2067'))
    expect(lines.some(([, line]) => line?.startsWith('SCADA'))).toBe(true)
    const mixed = directionsOf('Rotating machines engineer مهندس صيانة المعدات')
    expect(mixed.find(([, line]) => line?.startsWith('مهندس'))?.[0]).toBe('\u2066')
  })

  test.each(['مهندس صيانة المعدات الدوارة', 'Kỹ sư điều khiển AVAToWy', 'مهندس SCADA/PLC أول'])(
    'measures "%s" as wide as it is drawn',
    async (text) => {
      const { Resvg } = await import('@resvg/resvg-js')
      const size = 100
      const element = `<text x="0" y="200" font-family="IBM Plex Sans, IBM Plex Sans Arabic" font-weight="600" font-size="${size}">${text}</text>`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="400">${element}</svg>`
      const drawn = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: fonts.files } }).getBBox()
      const measured = fonts.metrics.widthOf(text) * size
      // The ink of the outer letters ends a little inside their room, or outside.
      expect(Math.abs(measured - (drawn?.width ?? 0))).toBeLessThan(size / 5)
    },
  )

  test('leaves emoji out, and says "Open position" for a title in letters that the fonts do not have', () => {
    expect(linesOf({ title: '🚀 Edge 👩‍🔧 Engineer' })).toContain('Edge Engineer')
    expect(linesOf({ title: 'エンジニア', place: '東京' })).toEqual([
      ...['JOB', '0007', 'Edge &amp; Co', 'Open position', 'Full-time', '$95,000'],
    ])
  })

  test('shows the logo of the company before its name', async () => {
    const { Resvg } = await import('@resvg/resvg-js')
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#f00" d="M0 0H9V9H0Z"/></svg>'
    const logo = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`
    const isRedAt = (x: number, title: string) => {
      const { pixels, width } = new Resvg(sharePictureSvg({ ...facts, title, logo }, fonts.metrics)).render()
      return pixels.subarray((88 * width + x) * 4).readUInt32BE(0) === 0xff0000ff
    }
    expect([82, 142, 162].map((x) => isRedAt(x, 'Edge Engineer'))).toEqual([true, true, false])
    expect([1118, 1058, 1038].map((x) => isRedAt(x, 'مهندس'))).toEqual([true, true, false])
    expect(sharePictureSvg({ ...facts, logo }, fonts.metrics)).toContain('<text x="164" text-anchor="start" y="100"')
  })

  test('is drawn once for each version', async () => {
    const pictures = createSharePictures({ company: COMPANY, mostASecond: 100 })
    const job = { ...JOB, id: 7, title: '</text> & "quotes"' }
    const [first, again] = await Promise.all([
      pictures.draw(posting(job), ADDRESS),
      pictures.draw(posting({ ...job }), ADDRESS),
    ])
    expect(again).toBe(first)
    expect(await pictures.draw(posting({ ...job, salaryRange: '$1' }), ADDRESS)).not.toBe(first)
    expect(
      await pictures.draw(posting({ ...job, payMin: 1, payCurrency: 'USD', payPeriod: 'hour' }), ADDRESS),
    ).not.toBe(first)
    expect(await pictures.draw(posting({ ...job, country: 'US' }), ADDRESS)).toBe(first)
  })

  test('stays in memory while it is asked for; the one that was not for longest makes room for a new one', async () => {
    const { length } = await createSharePictures({ company: COMPANY }).draw(posting({ ...JOB, id: 1 }), ADDRESS)
    const pictures = createSharePictures({ company: COMPANY, mostASecond: 100, cacheBytes: 2.5 * length })
    const [first, second] = [
      await pictures.draw(posting({ ...JOB, id: 1 }), ADDRESS),
      await pictures.draw(posting({ ...JOB, id: 2 }), ADDRESS),
    ]
    expect(await pictures.draw(posting({ ...JOB, id: 1 }), ADDRESS)).toBe(first)
    const third = await pictures.draw(posting({ ...JOB, id: 3 }), ADDRESS)
    expect(await pictures.draw(posting({ ...JOB, id: 1 }), ADDRESS)).toBe(first)
    expect(await pictures.draw(posting({ ...JOB, id: 3 }), ADDRESS)).toBe(third)
    expect(await pictures.draw(posting({ ...JOB, id: 2 }), ADDRESS)).not.toBe(second)
  })

  test('is refused while too many others wait', async () => {
    const pictures = createSharePictures({ company: COMPANY, mostASecond: 100, waiting: ONE })
    const [first, second] = [1, 2].map((id) => pictures.draw(posting({ ...JOB, id }), ADDRESS))
    const busy = { code: 'unavailable', retryAfter: 10 }
    await expect(pictures.draw(posting({ ...JOB, id: 3 }), ADDRESS)).rejects.toMatchObject({
      code: 'too_many_requests',
    })
    await expect(pictures.draw(posting({ ...JOB, id: 3 }), OTHER_ADDRESS)).rejects.toMatchObject(busy)
    expect(await pictures.draw(posting({ ...JOB, id: 2 }), OTHER_ADDRESS)).toBe(await second)
    expect((await first)?.length).toBeGreaterThan(0)
    expect((await pictures.draw(posting({ ...JOB, id: 3 }), ADDRESS)).length).toBeGreaterThan(0)
  })

  test('waits until enough time has gone by since another was begun, also while none is being drawn', async () => {
    const pictures = createSharePictures({ company: COMPANY, mostASecond: 0.01, waiting: ONE })
    await pictures.draw(posting({ ...JOB, id: 1 }), ADDRESS)
    for (const id of [2, 3]) void pictures.draw(posting({ ...JOB, id }), ADDRESS)
    await expect(pictures.draw(posting({ ...JOB, id: 4 }), OTHER_ADDRESS)).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect((await pictures.draw(posting({ ...JOB, id: 1 }), ADDRESS)).length).toBeGreaterThan(0)
  })

  test('has another version with another text', () => {
    const pictures = createSharePictures({ company: COMPANY })
    const first = posting({ ...JOB, id: 1 })
    expect(pictures.versionOf(posting({ ...JOB, id: 1 }))).toBe(pictures.versionOf(first))
    expect(pictures.versionOf(posting({ ...JOB, id: 1, title: 'Another' }))).not.toBe(pictures.versionOf(first))
  })
})

test('a text that fits is not changed', () => {
  const fitted = fitText('Edge Engineer', { metrics: fonts.metrics, width: 20, lines: 2 })
  expect(fitted).toEqual({ lines: ['Edge Engineer'], isCut: false })
})
