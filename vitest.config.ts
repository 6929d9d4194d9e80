import { defineConfig } from 'vitest/config'
import { APART, LONG, OF_DATA, POSTGRES_ONLY, SQLITE_ONLY } from './scripts/test-parts.ts'
import { memoryFolder } from './test/memory-folder.ts'

const ALL = '{contract,server,web,demo,scripts,test}/**/*.test.ts'
const inMemory = { TMPDIR: memoryFolder() }
const onPostgres = { globalSetup: 'test/postgres/global-setup.ts' }

export default defineConfig({
  test: {
    // Generous, because a busy machine is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As long as `test/patient-waits.ts` waits.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: 'test/patient-waits.ts',
    // More than there are cores: many tests wait for a retry or for a process.
    maxWorkers: 4,
    // Every test has its own app and database, and no file changes a module: loading each once saves a third of the time.
    isolate: false,
    unstubGlobals: true,
    // `npm test` runs the first three, `npm run test:all` the others (scripts/test.ts).
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: [ALL], exclude: [POSTGRES_ONLY, ...LONG, ...APART], env: inMemory },
      },
      {
        extends: true,
        test: { name: 'postgres', include: [POSTGRES_ONLY], exclude: LONG, env: inMemory, ...onPostgres },
      },
      { extends: true, test: { name: 'apart', include: APART, isolate: true, env: inMemory } },
      { extends: true, test: { name: 'long', include: LONG, exclude: [POSTGRES_ONLY, ...APART] } },
      {
        extends: true,
        test: {
          name: 'postgres-long',
          include: [...OF_DATA, ...LONG.filter((files) => files.startsWith('test/postgres/'))],
          exclude: SQLITE_ONLY,
          ...onPostgres,
        },
      },
    ],
  },
})
