import type { Page } from '@playwright/test'

/** What the security policy of a page refuses: a list that grows while the page is used. */
export async function recordViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('recordViolation', (text: string) => void violations.push(text))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { recordViolation } = globalThis as unknown as { recordViolation(text: string): void }
      recordViolation(`${location.pathname}: ${effectiveDirective} ${blockedURI}`)
    })
  })
  return violations
}
