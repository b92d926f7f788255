import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')
const slow = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  root,
  define: {
    __SUPABASE_URL__: JSON.stringify('http://127.0.0.1:54321'),
    __SUPABASE_PUBLISHABLE_KEY__: JSON.stringify('sb_publishable_test'),
    __SITE_URL__: JSON.stringify('http://localhost:4321'),
  },
  test: {
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Property tests take seconds where other work runs beside them.
          testTimeout: 60_000,
          include: [
            'src/**/*.test.{ts,tsx}',
            'supabase/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/stored/**/*.test.ts',
          ],
        },
      },
      { extends: true, test: { name: 'db', include: ['tests/db/**/*.test.ts'], ...slow } },
      {
        extends: true,
        test: { name: 'functions', include: ['tests/{api,functions,local}/**/*.test.ts'], ...slow },
      },
      { extends: true, test: { name: 'hosted', include: ['tests/hosted/**/*.test.ts'], ...slow } },
      {
        extends: true,
        test: {
          name: 'publisher',
          include: ['tests/publisher/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
