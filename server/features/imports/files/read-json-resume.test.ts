import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../../../test/imports/import-kit.ts'
import type { TableRow } from '../plan/read-csv.ts'
import { readJsonResumes, tableKind } from './read-json-resume.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'json-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function cellsOf(content: string | Buffer): Promise<string[][]> {
  const path = join(folder, 'resumes')
  await writeFile(path, content)
  const kind = await tableKind(path)
  if (kind === 'csv') throw new Error('taken for CSV')
  const rows: TableRow[] = []
  for await (const row of readJsonResumes(path, kind)) rows.push(row)
  return rows.slice(1).map(({ cells }) => cells)
}

const profiles = [
  { network: 'GitHub', url: 'https://github.com/ana' },
  { network: 'LinkedIn', url: 'https://linkedin.com/in/ana' },
]
const ANA = {
  basics: { name: 'Ana', email: 'ana@example.com', phone: '1', url: 'https://ana.example', summary: 'Flow', profiles },
  work: [{}],
}
const CELLS = ['Ana', 'ana@example.com', '1', 'https://ana.example', 'https://linkedin.com/in/ana', 'Flow']

test('one resume, a list of them, and an archive of them are rows', async () => {
  expect(await cellsOf(JSON.stringify(ANA))).toEqual([[...CELLS, 'Resume 1']])
  expect(await cellsOf(` ${JSON.stringify([ANA, { basics: { name: 'Ben' } }])}`)).toEqual([
    [...CELLS, 'Resume 1'],
    ['Ben', '', '', '', '', '', 'Resume 2'],
  ])
  expect(await cellsOf(await zipOf({ 'a/ana.json': JSON.stringify(ANA), 'photo.png': 'x' }))).toEqual([
    [...CELLS, 'a/ana.json'],
  ])
})

test('what is no such resume is named', async () => {
  await expect(cellsOf(await zipOf({ 'a.json': '{"work":[]}' }))).rejects.toThrow(/a\.json is no JSON Resume/)
  await expect(cellsOf(await zipOf({ 'a.txt': 'x' }))).rejects.toThrow(/has no JSON files/)
  await expect(cellsOf('{"broken')).rejects.toThrow(/Resume 1 is no JSON Resume/)
  await expect(cellsOf(await zipOf({ 'a.json': ' '.repeat(1024 * 1024 + 1) }))).rejects.toThrow(/cannot be read|larger/)
})
