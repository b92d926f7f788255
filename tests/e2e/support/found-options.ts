import { type Locator, expect } from '@playwright/test'

/**
 * Types into a box whose options the server finds, and picks one of them. Waits for what was found: the list before could
 * take the press, and be gone before it is let go. The choice so far stays in the list.
 */
export async function pickFound(field: Locator, text: string, name: string | RegExp = text): Promise<void> {
  const options = field.page().getByRole('option')
  await field.fill(text)
  await expect
    .poll(() => options.filter({ hasNotText: new RegExp(text, 'i') }).count())
    .toBeLessThanOrEqual(1)
  await options.filter({ hasText: name }).click()
}
