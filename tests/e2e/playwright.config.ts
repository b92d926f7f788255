import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { testBrowser } from '../../scripts/ensure-browser.ts'
import { MAGAZINES, magazineIsUp, runningMagazine, siteUrl } from './support/magazine.ts'

const root = resolve(import.meta.dirname, '../..')

// The second magazine starts while the first worker runs tests already.
await magazineIsUp()

export default defineConfig({
  testDir: '.',
  outputDir: resolve(root, 'test-results'),
  // The files of a worker run one after another: they share the database of its magazine.
  workers: runningMagazine === null ? MAGAZINES : 1,
  fullyParallel: false,
  retries: 0,
  // Bounds for what hangs, not for a machine that is slow or busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: siteUrl,
    viewport: { width: 1440, height: 900 },
    // Recording costs a sixth of the time; `--trace on` records one test.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: testBrowser(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
  webServer:
    runningMagazine === null
      ? {
          command: 'node tests/e2e/support/start-magazines.ts',
          cwd: root,
          wait: { stdout: /the first magazine is up/ },
          timeout: 300_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          stdout: 'pipe',
        }
      : [],
})
