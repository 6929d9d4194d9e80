import { expect, test } from 'vitest'
import { GROWING_RELATIONSHIPS, LONGEST_RELATIONSHIPS } from '../../../../test/hostile-files/growing-files.ts'
import { validateRelationships } from './docx-relationships.ts'
import { type FileFault, NOT_A_RESUME } from './file-validation.ts'

/** All but three are well-formed, so that limits of depth, tags and attributes alone refuse them. */
const FAULTS: Record<keyof typeof GROWING_RELATIONSHIPS, FileFault | undefined> = {
  'tags in each other': NOT_A_RESUME,
  'namespaces in each other': NOT_A_RESUME,
  'prefixed tags in each other': NOT_A_RESUME,
  'tags beside each other': NOT_A_RESUME,
  'namespaces of one tag': NOT_A_RESUME,
  'prefixed attributes of one tag': NOT_A_RESUME,
  entities: undefined,
  ampersands: NOT_A_RESUME,
  comments: undefined,
  'ends without a beginning': NOT_A_RESUME,
}

test.each(Object.entries(GROWING_RELATIONSHIPS))(
  'the longest relationships with %s are decided',
  async (what, make) => {
    const fault = await validateRelationships(make(LONGEST_RELATIONSHIPS))
    expect(fault).toBe(FAULTS[what as keyof typeof FAULTS])
  },
)

test('a list in which many links stand beside each other is read, one in which they stand in each other is not', async () => {
  const list = (entry: string) => `<Relationships xmlns="urn:x">${entry.repeat(500)}</Relationships>`
  expect(await validateRelationships(list('<Relationship Type="hyperlink" Target="https://a.example/"/>'))).toBe(
    undefined,
  )
  expect(await validateRelationships(list('<Relationship Type="hyperlink" Target="https://a.example/">'))).toBe(
    NOT_A_RESUME,
  )
})
