import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { testBrowser } from '../../scripts/ensure-browser.ts'
import { MAGAZINES, runningMagazine, siteUrl } from './support/magazine.ts'
import { READING } from './support/reading-specs.ts'

const root = resolve(import.meta.dirname, '../..')

export default defineConfig({
  testDir: '.',
  outputDir: resolve(root, 'test-results'),
  globalSetup: runningMagazine === null ? './support/prepare-magazines.ts' : [],
  // First the files that share a magazine.
  projects: [READING, { name: 'writing', testIgnore: READING.testMatch }],
  workers: runningMagazine === null ? MAGAZINES : 1,
  // The tests of a file run one after another: they share its magazine.
  fullyParallel: false,
  retries: 0,
  // Bounds for what hangs, not for a machine that is slow or busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./support/page-of-failure.ts']],
  reportSlowTests: { max: 10, threshold: 0 },
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
})
