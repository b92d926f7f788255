import { describe, expect, test } from 'vitest'
import { author } from '../../../tests/support/database/content-rows.ts'
import { authorDirectory, authorName, authorPath } from './authors.ts'

const directory = (...rows: Parameters<typeof author>[0][]) => authorDirectory(rows.map(author))

describe('the directory of authors', () => {
  test('has the editorial team first, by their places, then everyone by name', () => {
    const { entries } = directory(
      { id: '1', name: 'Zoe Ünal' },
      { id: '2', name: 'Álvaro Ruiz' },
      { id: '3', name: 'Ada Berg', team_position: 2 },
      { id: '4', name: 'The Desk', team_position: 1 },
      { id: '5', name: 'Bo Alm', team_position: 2 },
    )
    expect(entries.map(authorName)).toEqual(['The Desk', 'Ada Berg', 'Bo Alm', 'Álvaro Ruiz', 'Zoe Ünal'])
  })

  test('orders names as the language of the magazine does', () => {
    const rows = ['Öberg', 'Zander', 'Olsson'].map((name) => author({ id: name, name }))
    const namesIn = (locale: string) => authorDirectory(rows, locale).entries.map(authorName)
    expect(namesIn('en')).toEqual(['Öberg', 'Olsson', 'Zander'])
    expect(namesIn('sv')).toEqual(['Olsson', 'Zander', 'Öberg'])
  })

  test('finds authors by slug, id and hyphenated name', () => {
    const { byKey } = directory({ id: '7', name: 'Zoë Ünal', slug: 'zoe' })
    for (const address of ['zoe', '7', 'zoe-unal', 'zoë-ünal']) expect(byKey.get(address)?.key).toBe('zoe')
  })

  test('gives each address to one author only', () => {
    const { byKey } = directory(
      { id: '1', name: 'Ann Berg', slug: 'ann-berg' },
      { id: '2', name: 'Ann Berg', slug: 'ann-berg-2' },
      { id: '3', name: 'Ines Abril', slug: 'ines' },
      { id: '4', name: 'Ann-Berg 2', slug: 'other' },
      { id: '5', name: 'Ines Abril', slug: 'ines-abril', team_position: 1 },
    )
    expect(byKey.get('ann-berg')?.row.id).toBe('1')
    expect(byKey.get('ann-berg-2')?.row.id).toBe('2')
    expect(byKey.get('ines-abril')?.row.id).toBe('5')
    expect(byKey.get('3')?.key).toBe('ines')
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
  )
  const confirmed = (full_name: string | null) => ofProfile({ id: 'p9', full_name, name_confirmed: true })

  test('is the author profile linked to it, whatever the names', () => {
    expect(ofProfile({ id: 'p1', full_name: 'A. Berg', name_confirmed: false })?.row.id).toBe('1')
  })

  test('without a link, is the author of the same name in any spelling, once an editor has confirmed it', () => {
    for (const name of [' priya RAO ', 'Príya  Rao', 'Priya-Rao', 'Ｐｒｉｙａ Ｒａｏ', 'Рriyа Rао']) {
      expect(confirmed(name)?.row.id, name).toBe('2')
      expect(ofProfile({ id: 'p9', full_name: name, name_confirmed: false }), name).toBeNull()
    }
  })

  test('is not an author of the same name who is linked to another account', () => {
    expect(confirmed('Ann Berg')).toBeNull()
  })

  test('does not exist for an account without a name', () => {
    expect(confirmed(null)).toBeNull()
    expect(confirmed(' - ')).toBeNull()
  })
})
