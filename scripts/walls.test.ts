import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findImports } from './import-graph.ts'
import { findWallFaults } from './walls.ts'

/** Each rule of the floors, as an import that breaks it: where it stands, and what it names. */
const REFUSED = [
  ['contract/jobs/refused-1.ts', '../../server/app.ts'],
  ['contract/refused-2.ts', 'fastify'],
  ['server/refused-3.ts', '../web/routes.tsx'],
  ['server/features/jobs/refused-4.ts', 'react'],
  ['server/refused-5.ts', './commands/backup.ts'],
  ['server/features/accounts/refused-6.ts', '../../commands/run-command.ts'],
  ['server/platform/outbox/refused-7.ts', '../../features/jobs/job-queries.ts'],
  ['server/platform/outbox/refused-8.ts', '../../commands/run-command.ts'],
  ['server/platform/outbox/refused-9.ts', '../../config.ts'],
  ['server/features/audit/refused-10.ts', '../accounts/account-queries.ts'],
  ['server/features/accounts/refused-11.ts', '../jobs/job-queries.ts'],
  ['server/features/jobs/refused-12.ts', '../resumes/resume-queries.ts'],
  ['server/features/resumes/refused-13.ts', '../applications/application-queries.ts'],
  ['server/features/applications/refused-14.ts', '../recovery/recovery-note.ts'],
  ['server/features/settings/refused-29.ts', '../jobs/job-queries.ts'],
  ['server/features/receipts/refused-31.ts', '../messages/message-queries.ts'],
  ['server/features/resumes/refused-32.ts', '../receipts/receipts.ts'],
  ['server/features/messages/refused-30.ts', '../applications/application-queries.ts'],
  ['server/features/history/refused-15.ts', '../storage/storage-queries.ts'],
  ['server/features/insights/refused-27.ts', '../history/history-routes.ts'],
  ['server/features/applications/refused-31.ts', '../my-application/read-my-application.ts'],
  ['server/features/my-application/refused-32.ts', '../recovery/recovery-note.ts'],
  ['server/features/share-pictures/refused-34.ts', '../pages/render-page.ts'],
  ['server/features/feeds/refused-33.ts', '../pages/render-page.ts'],
  ['server/features/jobs/refused-35.ts', '../feeds/feed-routes.ts'],
  ['server/features/share-pictures/refused-36.ts', '../feeds/feed-routes.ts'],
  ['server/features/alerts/refused-33.ts', '../storage/storage-queries.ts'],
  ['server/features/pages/refused-34.ts', '../alerts/alert-queries.ts'],
  ['server/features/jobs/refused-16.ts', '../../app.ts'],
  ['server/features/jobs/refused-37.ts', '../../routes.ts'],
  ['web/refused-17.ts', '../server/app.ts'],
  ['web/ui/refused-18.ts', 'node:fs'],
  ['web/site/jobs/refused-19.ts', '../../admin/jobs/job-texts.ts'],
  ['web/admin/jobs/refused-20.ts', '../../site/jobs/job-api.ts'],
  ['web/admin/jobs/refused-21.ts', '../../routes.tsx'],
  ['web/layout/refused-22.ts', '../admin/frame/admin-nav.tsx'],
  ['web/session/refused-23.ts', '../site/jobs/job-api.ts'],
  ['web/ui/refused-24.ts', '../layout/page-shell.tsx'],
  ['web/api/refused-25.ts', '../session/use-auth.ts'],
  ['web/api/refused-38.ts', '../../test/factories.ts'],
  ['server/features/jobs/refused-39.ts', '../../../test/factories.ts'],
  ['server/features/jobs/refused-40.test.ts', '../../commands/run-command.ts'],
  ['web/site/jobs/refused-41.test.ts', '../../admin/jobs/job-texts.ts'],
  ['server/features/accounts/refused-26.ts', '../jobs/job-queries.ts'],
  ['server/features/jobs/refused-27.ts', '../../platform/database/sqlite/sqlite-dialect.ts'],
  ['server/features/audit/refused-28.ts', '../../platform/database/postgres/notifications.ts'],
] as const

const ALLOWED = [
  ['contract/allowed-1.ts', 'zod'],
  ['contract/jobs/allowed-2.ts', '../wire/limits.ts'],
  ['server/features/jobs/allowed-3.ts', '../../../contract/wire/paths.ts'],
  ['server/features/jobs/allowed-4.ts', '../audit/audit-queries.ts'],
  ['server/features/pages/allowed-5.ts', '../applications/application-queries.ts'],
  ['server/features/feeds/allowed-15.ts', '../jobs/published-jobs.ts'],
  ['server/features/insights/allowed-12.ts', '../applications/application-queries.ts'],
  ['server/features/my-application/allowed-14.ts', '../applications/application-queries.ts'],
  ['server/features/jobs/allowed-15.ts', '../settings/documents.ts'],
  ['server/features/alerts/allowed-15.ts', '../pages/render-page.ts'],
  ['server/features/messages/allowed-13.ts', '../settings/document-queries.ts'],
  ['server/features/messages/allowed-14.ts', '../receipts/receipts.ts'],
  ['server/features/jobs/allowed-6.ts', '../../platform/clock.ts'],
  ['server/commands/allowed-7.ts', '../features/accounts/manage-accounts.ts'],
  ['server/allowed-8.ts', './features/jobs/job-routes.ts'],
  ['web/site/jobs/allowed-9.ts', '../../posting/job-id.ts'],
  ['web/admin/jobs/allowed-10.ts', '../../ui/button.tsx'],
  ['web/allowed-11.ts', './site/jobs/job-api.ts'],
  ['server/features/jobs/allowed-16.test.ts', '../../../test/test-app.ts'],
  ['server/features/audit/allowed-17.test.ts', '../../platform/database/sqlite/open-database.ts'],
] as const

/** The ways to import: a value, a type alone, a type in passing, what is passed on, and later. */
const WAYS = {
  value: (from: string) => `import { part } from '${from}'\n\npart()\n`,
  type: (from: string) => `import type { Part } from '${from}'\n\nexport type Again = Part\n`,
  passing: (from: string) => `export type Again = import('${from}').Part\n`,
  onward: (from: string) => `export { part } from '${from}'\n`,
  later: (from: string) => `export const later = () => import('${from}')\n`,
}
const ways = Object.entries(WAYS)

/** The faults of files with these contents. */
function check(sources: Record<string, string>) {
  const imports = Object.entries(sources).flatMap(([file, source]) => findImports(file, source))
  return findWallFaults(Object.keys(sources), imports)
}

test.each(REFUSED)('in %s an import of %s is refused', (path, from) => {
  for (const [way, write] of ways) {
    expect(check({ [path]: write(from) }), way).toMatchObject([{ file: path, line: 1, message: expect.any(String) }])
  }
})

test.each(ALLOWED)('in %s an import of %s is allowed', (path, from) => {
  for (const [way, write] of ways) expect(check({ [path]: write(from) }), way).toEqual([])
})

test('an import circle is refused, also one of types only', () => {
  const sources = {
    'bench/one.ts': "import type { Two } from './two.ts'\n\nexport type One = Two | 1\n",
    'bench/two.ts': "import type { Three } from './three.ts'\n\nexport type Two = Three | 2\n",
    'bench/three.ts': "import type { One } from './one.ts'\n\nexport type Three = One | 3\n",
    'bench/four.ts': "import type { One } from './one.ts'\n\nexport type Four = One | 4\n",
  }
  expect(check(sources)).toMatchObject([{ message: expect.stringMatching(/bench\/one.*bench\/three.*bench\/two/) }])
})

test('folders that import each other are refused, though no file does; tests are not asked', () => {
  const sources = {
    'server/features/jobs/one.ts': "import './list/two.ts'",
    'server/features/jobs/list/three.ts': "import '../four.ts'",
  }
  expect(check(sources)).toMatchObject([
    { message: expect.stringContaining('server/features/jobs, server/features/jobs/list') },
  ])
  const { 'server/features/jobs/list/three.ts': back, ...others } = sources
  expect(check({ ...others, 'server/features/jobs/list/three.test.ts': back })).toEqual([])
})

test('a folder has at most 20 files, tests apart', () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`web/layout/file-${index}.ts`, '']))
  expect(check({ ...files(20), 'web/layout/one.test.ts': '' })).toEqual([])
  expect(check(files(21))).toMatchObject([{ file: 'web/layout', message: expect.stringContaining('21 files') }])
})

test('two files with the same name are refused', () => {
  expect(check({ 'web/ui/button.tsx': '', 'web/site/button.tsx': '' })).toMatchObject([
    { file: 'web/ui/button.tsx' },
    { file: 'web/site/button.tsx' },
  ])
})

test('npm run check looks at the walls', () => {
  const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'))
  expect(scripts['check:walls']).toBe('node scripts/walls.ts')
  expect(readFileSync(resolve(import.meta.dirname, 'check.ts'), 'utf8')).toContain("'check:walls'")
})
