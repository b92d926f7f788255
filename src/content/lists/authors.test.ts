import { describe, expect, test } from 'vitest'
import { author } from '../../../tests/support/database/content-rows.ts'
import { authorDirectory, authorName, authorPath } from './authors.ts'

const directory = (...rows: Parameters<typeof author>[0][]) => authorDirectory(rows.map(author))

describe('the directory of authors', () => {
  test('has the editorial team first, with or without rows, then everyone by name', () => {
    const { entries } = directory({ id: '1', name: 'Zoe Ünal' }, { id: '2', name: 'Álvaro Ruiz' })
    expect(entries.map(({ key }) => key)).toEqual([
      'mantel-editorial',
      'ines-abril',
      'tomas-reyne',
      'odile-marsh',
      author({ id: '2', name: 'Álvaro Ruiz' }).slug,
      author({ id: '1', name: 'Zoe Ünal' }).slug,
    ])
  })

  test('orders names as the language of the magazine does', () => {
    const rows = ['Öberg', 'Zander', 'Olsson'].map((name) => author({ id: name, name }))
    const namesIn = (locale: string) =>
      authorDirectory(rows, locale)
        .entries.filter(({ member }) => member === null)
        .map(authorName)
    expect(namesIn('en')).toEqual(['Öberg', 'Olsson', 'Zander'])
    expect(namesIn('sv')).toEqual(['Olsson', 'Zander', 'Öberg'])
  })

  test('merges a team member with the row of that name, at the address of the team', () => {
    const { entries, byKey } = directory({ id: '7', name: 'INES ABRIL', slug: 'ines' })
    expect(entries).toHaveLength(4)
    for (const address of ['ines-abril', 'ines', '7']) expect(byKey.get(address)?.key).toBe('ines-abril')
    expect(byKey.get('ines')?.row?.id).toBe('7')
  })

  test('finds authors by slug, id and hyphenated name', () => {
    const { byKey } = directory({ id: '7', name: 'Zoë Ünal', slug: 'zoe' })
    for (const address of ['zoe', '7', 'zoe-unal', 'zoë-ünal']) expect(byKey.get(address)?.key).toBe('zoe')
  })

  test('gives each address to one author only', () => {
    const { byKey } = directory(
      { id: '1', name: 'Ann Berg', slug: 'ann-berg' },
      { id: '2', name: 'Ann Berg', slug: 'ann-berg-2' },
      { id: '3', name: 'Someone Else', slug: 'ines-abril' },
      { id: '4', name: 'Ann-Berg 2', slug: 'other' },
    )
    expect(byKey.get('ann-berg')?.id).toBe('1')
    expect(byKey.get('ann-berg-2')?.id).toBe('2')
    expect(byKey.get('ines-abril')?.member?.name).toBe('Ines Abril')
    expect(byKey.get('3')?.key).toBe('3')
  })

  test('addresses are plain segments in composed form', () => {
    const { byKey } = directory({ id: '1', name: 'Zoë', slug: 'z' })
    expect(byKey.has('zoë'.normalize())).toBe(true)
    for (const key of byKey.keys()) expect(authorPath(key)).toBe(authorPath(key).normalize())
  })
})

describe('the author of an account', () => {
  const { ofProfile } = directory(
    { id: '1', name: 'Ann Berg', slug: 'ann-berg', profile_id: 'p1' },
    { id: '2', name: 'Priya Rao', slug: 'priya-rao' },
    { id: '3', name: 'Ines Abril', slug: 'ines', profile_id: 'p3' },
  )
  const confirmed = (full_name: string | null) => ofProfile({ id: 'p9', full_name, name_confirmed: true })

  test('is the author profile linked to it, whatever the names', () => {
    expect(ofProfile({ id: 'p1', full_name: 'A. Berg', name_confirmed: false })?.id).toBe('1')
  })

  test('without a link, is the author of the same name in any spelling, once an editor has confirmed it', () => {
    for (const name of [' priya RAO ', 'Príya  Rao', 'Priya-Rao', 'Ｐｒｉｙａ Ｒａｏ', 'Рriyа Rао']) {
      expect(confirmed(name)?.id, name).toBe('2')
      expect(ofProfile({ id: 'p9', full_name: name, name_confirmed: false }), name).toBeNull()
    }
  })

  test('is not an author of the same name who is linked to another account, of the team or not', () => {
    expect(confirmed('Ann Berg')).toBeNull()
    expect(confirmed('Ines Abril')).toBeNull()
  })

  test('is a team member of the same confirmed name, with or without a row', () => {
    expect(confirmed('odile marsh')?.key).toBe('odile-marsh')
    expect(ofProfile({ id: 'p9', full_name: 'Odile Marsh', name_confirmed: false })).toBeNull()
  })

  test('does not exist for an account without a name', () => {
    expect(confirmed(null)).toBeNull()
    expect(confirmed(' - ')).toBeNull()
  })
})
