import { expect, test } from 'vitest'
import { matchesOf, mentionsIn, partsOf, queryAt } from './mentions.ts'

const people = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana Ruiz' },
  { id: 3, name: 'Zoë Itō' },
  { id: 4, name: 'Ana Ruiz' },
]

test('the longest name after an @ is mentioned, and all who have it', () => {
  expect(mentionsIn('@Ana Ruiz: call her', people)).toEqual([2, 4])
  expect(mentionsIn('Hi @Ana, and @Zoë Itō.', people)).toEqual([1, 3])
  expect(mentionsIn('(@Ana)', people)).toEqual([1])
})

test('an address, a longer word and a name without @ mention nobody', () => {
  expect(mentionsIn('ana@Ana.example, @Anabel, Ana', people)).toEqual([])
  expect(mentionsIn('@', people)).toEqual([])
})

test('a text is split at its mentions, and joins to itself', () => {
  const text = 'Hi @Ana,\n@Zoë Itō'
  const parts = partsOf(text, people)
  expect(parts).toEqual([
    { text: 'Hi ', isMention: false },
    { text: '@Ana', isMention: true },
    { text: ',\n', isMention: false },
    { text: '@Zoë Itō', isMention: true },
  ])
  expect(parts.map((part) => part.text).join('')).toBe(text)
})

test('what is typed after an @ finds people by any word of their name, whatever its case and accents', () => {
  expect(queryAt('Hi @zo', 6)).toEqual({ start: 3, query: 'zo' })
  expect(queryAt('Hi @Ana Ru', 10)).toEqual({ start: 3, query: 'Ana Ru' })
  for (const [text, caret] of [
    ['Hi', 2],
    ['me@ana', 6],
    ['@Ana\n', 5],
    [`@${'x'.repeat(41)}`, 42],
  ] as const)
    expect(queryAt(text, caret), text).toBeUndefined()
  expect(matchesOf('ito', people).map(({ id }) => id)).toEqual([3])
  expect(matchesOf('', people)).toHaveLength(4)
  expect(matchesOf('Zoë Itō', people), 'whose name is whole already').toEqual([])
})
