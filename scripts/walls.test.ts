import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

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
  ['server/features/settings/refused-33.ts', '../site-texts/site-text-queries.ts'],
  ['server/features/site-texts/refused-34.ts', '../jobs/job-queries.ts'],
  ['server/features/receipts/refused-31.ts', '../messages/message-queries.ts'],
  ['server/features/resumes/refused-32.ts', '../receipts/receipts.ts'],
  ['server/features/messages/refused-30.ts', '../applications/application-queries.ts'],
  ['server/features/history/refused-15.ts', '../storage/storage-queries.ts'],
  ['server/features/insights/refused-27.ts', '../history/history-routes.ts'],
  ['server/features/applications/refused-31.ts', '../my-application/stage.ts'],
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
  ['web/layout/refused-22.ts', '../admin/layout/admin-nav.tsx'],
  ['web/session/refused-23.ts', '../site/jobs/job-api.ts'],
  ['web/ui/refused-24.ts', '../layout/page-shell.tsx'],
  ['web/api/refused-25.ts', '../session/use-auth.ts'],
  ['server/features/accounts/sign-in/refused-26.ts', '../../jobs/job-queries.ts'],
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
  ['server/features/jobs/allowed-15.ts', '../site-texts/site-text-queries.ts'],
  ['server/features/alerts/allowed-15.ts', '../pages/render-page.ts'],
  ['server/features/messages/allowed-13.ts', '../settings/settings-queries.ts'],
  ['server/features/messages/allowed-14.ts', '../receipts/receipts.ts'],
  ['server/features/jobs/allowed-6.ts', '../../platform/clock.ts'],
  ['server/commands/allowed-7.ts', '../features/accounts/manage-accounts.ts'],
  ['server/allowed-8.ts', './features/jobs/job-routes.ts'],
  ['web/site/jobs/allowed-9.ts', '../../posting/job-id.ts'],
  ['web/admin/jobs/allowed-10.ts', '../../ui/button.tsx'],
  ['web/allowed-11.ts', './site/jobs/job-api.ts'],
] as const

/** The three ways to import: a value, a type alone, and later. */
const WAYS = {
  value: (from: string) => `import { part } from '${from}'\n\npart()\n`,
  type: (from: string) => `import type { Part } from '${from}'\n\nexport type Again = Part\n`,
  later: (from: string) => `export const later = () => import('${from}')\n`,
}
type Way = keyof typeof WAYS

/** The files that the linter found a fault in, by rule. */
let faults: Record<string, Set<string>>

beforeAll(() => {
  const tree = mkdtempSync(join(tmpdir(), 'wellhead-walls-'))
  afterAll(() => rmSync(tree, { recursive: true }))
  cpSync(join(root, 'biome.json'), join(tree, 'biome.json'))
  const write = (path: string, source: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), source)
  }
  for (const [path, from] of [...REFUSED, ...ALLOWED]) {
    for (const way of Object.keys(WAYS) as Way[]) write(pathOf(path, way), WAYS[way](from))
  }
  write('bench/one.ts', "import type { Two } from './two.ts'\n\nexport type One = Two | 1\n")
  write('bench/two.ts', "import type { One } from './one.ts'\n\nexport type Two = One | 2\n")
  faults = lint(tree)
})

test.each(REFUSED)('in %s the linter refuses an import of %s', (path) => {
  for (const way of Object.keys(WAYS) as Way[]) {
    expect(faults['lint/style/noRestrictedImports'], way).toContain(pathOf(path, way))
  }
})

test.each(ALLOWED)('in %s the linter allows an import of %s', (path) => {
  for (const way of Object.keys(WAYS) as Way[]) {
    expect(faults['lint/style/noRestrictedImports'], way).not.toContain(pathOf(path, way))
  }
})

test('the linter refuses an import circle, also one of types only', () => {
  expect(faults['lint/suspicious/noImportCycles']).toContain('bench/one.ts')
})

function pathOf(path: string, way: Way): string {
  return path.replace(/\.ts$/, `-${way}.ts`)
}

function lint(tree: string): Record<string, Set<string>> {
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json']
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, { cwd: tree, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] }
  const found: Record<string, Set<string>> = {}
  for (const { category, location } of diagnostics) {
    found[category] ??= new Set()
    found[category].add(location.path)
  }
  return found
}
