import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ensureBrowser } from '../../scripts/ensure-browser.ts'

// A magazine of its own, with fresh demo content, beside whatever else runs on this machine.
const PORT = process.env.E2E_PORT ?? '4399'
const SUPABASE_PORT = process.env.E2E_SUPABASE_PORT ?? '54399'
const root = resolve(import.meta.dirname, '../..')
const external = process.env.E2E_BASE_URL

export default defineConfig({
  testDir: '.',
  outputDir: resolve(root, 'test-results'),
  // One after another: the tests share one database, and the machine they run on may have two cores.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: external ?? `http://localhost:${PORT}`,
    viewport: { width: 1440, height: 900 },
    // Without the film: drawing it takes as long as the tests.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: ensureBrowser(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
  ...(external
    ? {}
    : {
        webServer: {
          command: 'node scripts/reset.ts && node scripts/start.ts',
          cwd: root,
          url: `http://localhost:${PORT}`,
          timeout: 300_000,
          reuseExistingServer: false,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          stdout: 'pipe',
          env: { PORT, SUPABASE_PORT, DATA_DIR: '.local/e2e', DIST_DIR: '.local/e2e/dist' },
        },
      }),
})
