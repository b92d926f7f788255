import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PAIRS, isLegible } from '../../../src/domain/theme/pairs.ts'
import { type Theme, SCHEMES, STANDARD_THEME, THEME_ROLES } from '../../../src/domain/theme/theme.ts'
import { anyTheme } from '../../support/random-theme.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(() => backend.sql('delete from public.theme'))

const { light, dark } = STANDARD_THEME
const add = (theme: object) => backend.as.super_admin.from('theme').insert(theme)

describe('the database and the admin', () => {
  test('know the same roles and pairs', async () => {
    expect(await backend.sql('select unnest(private.theme_roles()) as role')).toEqual(
      THEME_ROLES.map((role) => ({ role })),
    )
    const pairs = await backend.sql<Record<string, unknown>>('select * from private.theme_pairs()')
    expect(pairs.map(({ minimum, ...pair }) => ({ ...pair, minimum: Number(minimum) }))).toEqual(
      PAIRS.map(({ isInverted, ...pair }) => ({ ...pair, is_inverted: isInverted })),
    )
  })

  test('agree on 1,000 themes', async () => {
    const themes = fc.sample(anyTheme, { numRuns: 1_000, seed: 5 })
    const found = await backend.sql<{ legible: boolean }>(
      `select private.failing_pair(theme -> 'light', 'light') is null
         and private.failing_pair(theme -> 'dark', 'dark') is null as legible
       from jsonb_array_elements($1::jsonb) with ordinality t (theme, at) order by at`,
      [JSON.stringify(themes)],
    )
    const wanted = themes.map(isLegible)
    expect(found.map(({ legible }) => legible)).toEqual(wanted)
    const passing = wanted.filter(Boolean).length
    expect(passing).toBeGreaterThan(100)
    expect(passing).toBeLessThan(900)
  })
})

test('a colour that cannot be read is refused, in either scheme and by any way, in words', async () => {
  const pale: Theme = { light: { ...light, soft: '#9aa0a8' }, dark }
  expect((await add(pale)).error).toMatchObject({
    code: '23514',
    message: 'In light, "soft" on "paper" has a contrast of 2.13 : 1; at least 4.5 : 1 is needed',
  })
  const dim: Theme = { light, dark: { ...dark, link: '#1d3567' } }
  expect((await backend.service.from('theme').insert(dim)).error?.code).toBe('23514')
  const { id } = await insertRow(backend, 'theme', STANDARD_THEME)
  const { error } = await backend.as.super_admin.from('theme').update({ dark: dim.dark }).eq('id', id)
  expect(error?.code).toBe('23514')
})

test('a theme has each role and no other, as #rrggbb', async () => {
  // Left out of what is sent.
  const withoutInk = { ...light, ink: undefined }
  const wrong = [
    withoutInk,
    { ...light, accent: '#a81f2d' },
    ...['#FFF', 'white', '#ffffff;}', '#fffffff', null, 16].map((paper) => ({ ...light, paper })),
    [],
    'light',
    null,
  ]
  for (const one of wrong)
    for (const scheme of SCHEMES)
      expect((await add({ ...STANDARD_THEME, [scheme]: one })).error?.code, JSON.stringify(one)).toMatch(
        /^235(14|02)$/,
      )
})

test('keeps the colours before the last change, and counts its versions', async () => {
  const { id } = await insertRow(backend, 'theme', STANDARD_THEME)
  const set = async (theme: object) => {
    const { data } = await backend.as.super_admin
      .from('theme')
      .update(theme)
      .eq('id', id)
      .select('version, former')
      .single()
    return data
  }
  expect(await set({ light: { ...light, rule: '#aabbcc' } })).toEqual({ version: 2, former: STANDARD_THEME })
  expect(await set({ light: { ...light, rule: '#aabbcc' }, former: null })).toEqual({
    version: 2,
    former: STANDARD_THEME,
  })
})

test('the audit log says which colours were changed', async () => {
  const { id } = await insertRow(backend, 'theme', STANDARD_THEME)
  await backend.as.super_admin
    .from('theme')
    .update({ dark: { ...dark, rule: '#445566' } })
    .eq('id', id)
  const [entry] = await backend.sql(
    'select kind, subject, note from public.audit_log order by id desc limit 1',
  )
  expect(entry).toEqual({
    kind: 'settings',
    subject: 'Colours',
    note: 'rule in dark: #37414c → #445566',
  })
})
