import { expect, type Page } from '@playwright/test'
import type { Role } from '../../../src/domain/role.ts'

export const DEMO_PASSWORD = 'love-where-you-live'

/** The demo account of each role. */
export const DEMO_EMAILS: Readonly<Record<Role, string>> = {
  super_admin: 'admin@mantel.example',
  editor: 'editor@mantel.example',
  contributor: 'contributor@mantel.example',
  viewer: 'viewer@mantel.example',
}

/** Fills in and sends the sign-in form of /auth, where the page already is. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const RENEWAL = '**/auth/v1/token?grant_type=refresh_token'

/** Lets the session of an open page run out, with no renewal: the next request ends it. Gives the way to sign in again. */
export async function expireSession(page: Page): Promise<() => Promise<void>> {
  await page.route(RENEWAL, (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    }),
  )
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (!key.endsWith('-auth-token')) continue
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
    }
  })
  return () => page.unroute(RENEWAL)
}

/** Signs in with the demo account of a role, as a person would; ends on the loaded dashboard. */
export async function signInAs(page: Page, role: Role): Promise<void> {
  await page.goto('/auth')
  await fillSignIn(page, DEMO_EMAILS[role], DEMO_PASSWORD)
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
}
