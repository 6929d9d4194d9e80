import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,demo,scripts,test}/**/*.test.ts'],
    testTimeout: 15_000,
    // More than there are cores: many tests wait for a retry or for a process.
    maxWorkers: 4,
  },
})
