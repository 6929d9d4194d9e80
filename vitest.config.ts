import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,demo,scripts,test}/**/*.test.ts'],
    testTimeout: 15_000,
  },
})
