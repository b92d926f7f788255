import { expect, type Locator } from '@playwright/test'

/**
 * Presses a key on a control once it is enabled. `Locator.press` alone does not wait for that: a disabled button takes
 * neither focus nor key, and the test goes on as if it had.
 */
export async function pressKey(control: Locator, key: string): Promise<void> {
  await expect(control).toBeEnabled()
  await control.press(key)
}
