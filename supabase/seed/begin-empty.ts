import type { SupabaseClient } from '@supabase/supabase-js'
import { expectData } from './service.ts'

/**
 * Has an empty database begin without demo content: with a row of settings, by which later starts know it. Does nothing
 * in one that has begun so and has no super admin yet, and returns false, having done nothing, for any other.
 */
export async function beginEmpty(service: SupabaseClient): Promise<boolean> {
  const rows = (table: string) => service.from(table).select('id').limit(1)
  const settings = expectData('Reading the settings', await rows('site_settings'))
  const people = rows('profiles')
  const profiles = expectData(
    'Reading the profiles',
    await (settings.length === 0 ? people : people.eq('role', 'super_admin')),
  )
  const stories = expectData('Reading the stories', await rows('articles'))
  if (profiles.length > 0 || stories.length > 0) return false
  if (settings.length > 0) return true
  const { error } = await service.from('site_settings').insert({ site_name: 'New Magazine', tagline: '' })
  if (error !== null) throw new Error(`Writing the settings: ${error.message}`, { cause: error })
  return true
}
