import type { SupabaseClient } from '@supabase/supabase-js'
import { DEMO_ACCOUNTS } from './people.ts'
import { expectData } from './service.ts'

/** Whether the database is empty or has demo content of an interrupted run. */
export async function needsDemoContent(service: SupabaseClient): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const rows = (table: string) => service.from(table).select('id').limit(1)
  const settings = expectData('Reading the settings', await rows('site_settings'))
  const profiles = expectData('Reading the profiles', await rows('profiles'))
  const demo = expectData('Reading the profiles', await rows('profiles').in('email', emails))
  return settings.length === 0 && (profiles.length === 0 || demo.length > 0)
}
