import { randomUUID } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import type { Role } from '../../../src/domain/people/role.ts'
import { fetchRows, magazineKeys, supabaseUrl } from './backend.ts'
import { siteUrl } from './magazine.ts'

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

/**
 * Lets the session of an open page run out, with no renewal: the next request ends it. Gives the way to sign in again,
 * which waits for the form.
 */
export async function expireSession(page: Page): Promise<(email: string) => Promise<void>> {
  await page.route(RENEWAL, (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'refresh_token_not_found',
        message: 'Invalid Refresh Token: Refresh Token Not Found',
      },
    }),
  )
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (!key.endsWith('-auth-token')) continue
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
    }
  })
  return async (email) => {
    await expect(page).toHaveURL(/\/auth/)
    // Until then: a renewal that is under way would sign in again by itself.
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.unroute(RENEWAL)
    await fillSignIn(page, email, DEMO_PASSWORD)
  }
}

/** A client that is signed in with a role's demo account; its session is kept in `kept`. */
export async function clientAs(role: Role, kept = new Map<string, string>()): Promise<SupabaseClient> {
  const client = createClient(supabaseUrl, (await magazineKeys()).publishableKey, {
    global: { fetch: fetchRows },
    auth: {
      autoRefreshToken: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
  })
  const { error } = await client.auth.signInWithPassword({
    email: DEMO_EMAILS[role],
    password: DEMO_PASSWORD,
  })
  if (error !== null) throw error
  return client
}

/**
 * Gives the next page that is loaded the session of a role's demo account, without the form.
 * The form itself is tested where it is the subject (`account/sign-in.spec.ts`).
 */
export async function signInAs(page: Page, role: Role): Promise<void> {
  const kept = new Map<string, string>()
  await clientAs(role, kept)
  // Once: signed out by the page itself, it stays so.
  await page.addInitScript(
    ({ origin, mark, entries }) => {
      if (location.origin !== origin || localStorage.getItem(mark) !== null) return
      for (const [key, value] of entries) localStorage.setItem(key, value)
      localStorage.setItem(mark, '')
    },
    { origin: siteUrl, mark: `test-session-${randomUUID()}`, entries: [...kept] },
  )
}

/** Signs in and waits for the whole dashboard. */
export async function openDashboardAs(page: Page, role: Role): Promise<void> {
  await signInAs(page, role)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
}
