import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { secretClient } from './backend.ts'

/** Gives a page's requests an IP address of their own: the rate limits count by address and by network. */
export async function useOwnAddress(page: Page): Promise<void> {
  const address = Array.from(randomBytes(3), (byte) => byte).join('.')
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${address}` })
}

/** Domain of the e-mail addresses that these tests sign up with. */
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

/** Makes a pending subscriber active, as opening the link of the mail does. */
export async function confirmSubscriber(email: string): Promise<void> {
  const service = await secretClient()
  const { error } = await service.from('subscribers').update({ status: 'active' }).eq('email', email)
  if (error) throw error
}

export async function messagesOf(email: string): Promise<Record<string, unknown>[]> {
  const service = await secretClient()
  const { data } = await service
    .from('contact_messages')
    .select('name, email, phone, subject, message, status')
    .eq('email', email)
  return data ?? []
}

/** Deletes the subscribers and messages of these tests. */
export async function deleteTestVisitors(): Promise<void> {
  const service = await secretClient()
  await service.from('subscribers').delete().like('email', `%@${TEST_DOMAIN}`)
  await service.from('contact_messages').delete().like('email', `%@${TEST_DOMAIN}`)
}
