import { expect, test } from 'vitest'
import { growsTooFast } from '../../../../test/growth.ts'
import { validateRelationships } from './docx-relationships.ts'
import { NOT_A_RESUME } from './file-validation.ts'

/** As much as all relationships of a document may have. In characters. */
const LONGEST = 100_000

const repeat = (unit: (at: number) => string) => (length: number) => {
  let text = ''
  for (let at = 0; text.length < length; at += 1) text += unit(at)
  return text
}

test.each<[string, (length: number) => string]>([
  ['tags in each other', repeat(() => '<a>')],
  ['namespaces in each other', repeat((at) => `<a xmlns:a${at}="u">`)],
  ['prefixed tags in each other', repeat(() => '<p:a xmlns:p="u">')],
  ['tags beside each other', (length) => `<a>${repeat(() => '<b/>')(length)}</a>`],
  ['namespaces of one tag', (length) => `<a ${repeat((at) => `xmlns:a${at}="u" `)(length)}/>`],
  ['prefixed attributes of one tag', (length) => `<a ${repeat((at) => `xml:a${at}="" `)(length)}/>`],
  ['entities', (length) => `<a b="${repeat(() => '&#65;')(length)}"/>`],
  ['ampersands', (length) => `<a>${repeat(() => '&')(length)}</a>`],
  ['comments', (length) => `<a>${repeat(() => '<!---->')(length)}</a>`],
  ['ends without a beginning', repeat(() => '</a>')],
])('relationships with %s cost no more than linear time', async (_what, make) => {
  expect(await growsTooFast((length) => validateRelationships(make(length)), LONGEST)).toBe(false)
})

test('a list in which many links stand beside each other is read, one in which they stand in each other is not', async () => {
  const list = (entry: string) => `<Relationships xmlns="urn:x">${entry.repeat(500)}</Relationships>`
  expect(await validateRelationships(list('<Relationship Type="hyperlink" Target="https://a.example/"/>'))).toBe(
    undefined,
  )
  expect(await validateRelationships(list('<Relationship Type="hyperlink" Target="https://a.example/">'))).toBe(
    NOT_A_RESUME,
  )
})
