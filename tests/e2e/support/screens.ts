import type { Page } from '@playwright/test'

/** Leads the open admin to an address of its own, as a link would: without loading the app again. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => void history.pushState({}, '', to), path)
}
