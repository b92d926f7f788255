import type { Page } from '@playwright/test'
import { secretClient } from './backend.ts'

let next = 0

/** Lets a page's requests to Supabase come from an address of their own: what strangers may write is counted by address. */
export async function comeFromElsewhere(page: Page): Promise<void> {
  next += 1
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${next}-${Date.now()}` })
}

/** The addresses that these tests sign up with end in it. */
export const TEST_DOMAIN = 'letters.example'

export async function subscriber(email: string): Promise<Record<string, unknown> | null> {
  const service = await secretClient()
  const { data } = await service
    .from('subscribers')
    .select('email, first_name, preferences, source_page, status')
    .eq('email', email)
    .maybeSingle<Record<string, unknown>>()
  return data
}

export async function messagesOf(email: string): Promise<Record<string, unknown>[]> {
  const service = await secretClient()
  const { data } = await service
    .from('contact_messages')
    .select('name, email, phone, subject, message, status')
    .eq('email', email)
  return data ?? []
}

/** Takes away all that came from the addresses of these tests. */
export async function forgetStrangers(): Promise<void> {
  const service = await secretClient()
  await service.from('subscribers').delete().like('email', `%@${TEST_DOMAIN}`)
  await service.from('contact_messages').delete().like('email', `%@${TEST_DOMAIN}`)
}
