import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXml } from '../../../test/search-engine/read-xml.ts'
import { cdataElement, element, withoutForbidden } from './xml-text.ts'

test('control characters, lone surrogates and noncharacters are dropped; emoji and every script stay', () => {
  const kept = 'Kỹ sư مهندس 👩‍🔧\t\n\u{fffd}\u{10ffff}'
  expect(withoutForbidden(`\0\u0008\u000b\u001f\ud83d${kept}\udc00\ufffe\uffff`)).toBe(kept)
})

test.each([']]>', ']]>]]>', ']]]]>>', 'a ]]> b ]]> c', ']]&gt;'])('%s in a CDATA section reads as it is', (text) => {
  expect(readXml(cdataElement('a', text)).text).toBe(text)
})

test('any text comes back from both kinds of element', () => {
  const text = fc.string({
    unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom(']]>', '&', '<')),
  })
  fc.assert(
    fc.property(text, (any) => {
      const kept = withoutForbidden(any).replaceAll(/\r\n?/g, '\n')
      expect(readXml(element('a', any)).text).toBe(kept)
      if (any !== '') expect(readXml(cdataElement('a', any)).text).toBe(kept)
    }),
  )
})
