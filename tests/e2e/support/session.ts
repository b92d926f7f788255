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

/** Signs in with the demo account of a role, as a person would; ends on the loaded dashboard. */
export async function signInAs(page: Page, role: Role): Promise<void> {
  await page.goto('/auth')
  await fillSignIn(page, DEMO_EMAILS[role], DEMO_PASSWORD)
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
}
