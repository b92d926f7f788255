import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PROPOSED_THEMES, proposedSections } from '../../../src/domain/site/beginning.ts'
import { type Backend, type Caller, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(() =>
  backend.sql(
    'truncate public.sections, public.categories, public.theme, public.site_settings, public.publish_outbox cascade',
  ),
)

const NEW = { site_name: 'New Magazine', tagline: '', language: 'en' }
const LEHM = { site_name: 'Lehm', tagline: 'von Hand', language: 'de' }
const [WOHNEN, , HANDWERK] = proposedSections('de')

const begin = (caller: Caller, changes: Record<string, unknown> = {}) =>
  backend.as[caller].rpc('begin_magazine', {
    ...{ p_opened: NEW, p_settings: LEHM, p_sections: [WOHNEN, HANDWERK], p_theme: PROPOSED_THEMES.Clay },
    ...changes,
  })

const addSettings = (date_language: string | null = null) =>
  backend.as.super_admin.from('site_settings').insert({ ...NEW, date_language })

test('a magazine begins with its name, its sections, each with a category, and its colours, in one transaction', async () => {
  await addSettings()
  await backend.sql('update public.publish_outbox set processed_at = now()')
  expect((await begin('super_admin')).error).toBeNull()
  expect(await backend.sql('select site_name, tagline, language from public.site_settings')).toEqual([LEHM])
  expect(
    await backend.sql(
      'select slug, title, in_navigation, position, home_position from public.sections order by position',
    ),
  ).toEqual([
    { slug: 'wohnen', title: 'Wohnen', in_navigation: true, position: 1, home_position: 1 },
    { slug: 'handwerk', title: 'Handwerk', in_navigation: true, position: 2, home_position: 2 },
  ])
  expect(await backend.sql('select name, sections from public.categories order by created_at')).toEqual([
    { name: 'Wohnen', sections: ['wohnen'] },
    { name: 'Handwerk', sections: ['handwerk'] },
  ])
  expect(await backend.sql('select light, dark from public.theme')).toEqual([PROPOSED_THEMES.Clay])
  const events = await backend.sql(
    'select distinct created_at from public.publish_outbox where processed_at is null',
  )
  expect(events).toHaveLength(1)
})

test('only super admins begin, and nothing is changed when a part of it is refused', async () => {
  await addSettings()
  for (const caller of ['anon', 'viewer', 'contributor', 'editor'] as const)
    expect((await begin(caller)).error?.code).toBe('42501')
  const refused = await begin('super_admin', { p_sections: [WOHNEN, { ...WOHNEN, title: 'Wohnen 2' }] })
  expect(refused.error?.code).toBe('23505')
  const unreadable = {
    light: { ...PROPOSED_THEMES.Clay?.light, ink: '#ffffff' },
    dark: PROPOSED_THEMES.Clay?.dark,
  }
  expect((await begin('super_admin', { p_theme: unreadable })).error?.code).toBe('23514')
  expect(await backend.sql('select site_name from public.site_settings')).toEqual([
    { site_name: 'New Magazine' },
  ])
  expect(await backend.sql('select from public.sections union all select from public.categories')).toEqual([])
})

test('what somebody else has saved since is not saved over', async () => {
  await addSettings()
  await backend.as.super_admin.from('site_settings').update({ site_name: 'Hearth' }).neq('site_name', '')
  expect((await begin('super_admin')).error?.code).toBe('PT409')
  expect(await backend.sql('select site_name from public.site_settings')).toEqual([{ site_name: 'Hearth' }])
})

test.each([
  ['en-US', null],
  ['de-AT', 'de-AT'],
])('dates in %s are in %s when the magazine begins in German', async (before, after) => {
  await addSettings(before)
  expect((await begin('super_admin', { p_sections: [], p_theme: null })).error).toBeNull()
  expect(await backend.sql('select date_language from public.site_settings')).toEqual([
    { date_language: after },
  ])
  expect(await backend.sql('select from public.theme')).toEqual([])
})

test('a category with the name of a section is listed there, too', async () => {
  await addSettings()
  await backend.as.editor
    .from('categories')
    .insert({ name: 'Wohnen', slug: 'wohnen', sections: ['elsewhere'] })
  expect((await begin('super_admin', { p_sections: [WOHNEN] })).error).toBeNull()
  expect(await backend.sql('select sections from public.categories')).toEqual([
    { sections: ['elsewhere', 'wohnen'] },
  ])
})
