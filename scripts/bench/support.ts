import { type Browser, chromium } from 'playwright'
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts'
import { ensureBrowser } from '../ensure-browser.ts'

export type StorageState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

/**
 * A browser without background network requests; not the headless shell of the tests, which fetches more of a page at once
 * than readers' browsers do.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
}

/** The session of the demo's super admin. */
export async function signIn(browser: Browser, siteUrl: string): Promise<StorageState> {
  const page = await browser.newPage({ baseURL: siteUrl })
  await page.goto('/auth')
  await page.getByLabel('Email').fill('admin@mantel.example')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/admin')
  const state = await page.context().storageState()
  await page.close()
  return state
}

/** The value below which this share of the values lies: 0.5 gives the median, 1 the largest. */
export function percentile(values: readonly number[], share: number): number {
  const at = Math.min(Math.floor(values.length * share), values.length - 1)
  return values.toSorted((a, b) => a - b)[at] ?? 0
}

/** The median, rounded. */
export function median(values: readonly number[]): number {
  return Math.round(percentile(values, 0.5))
}
