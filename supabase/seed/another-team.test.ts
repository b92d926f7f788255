import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TeamMember } from '../../src/magazine/team.ts'

const member = (id: string, name: string): TeamMember => ({
  ...{ id, name, role: 'Potter', bio: 'Throws.', image: `/team/${id}.webp`, social: {} },
})

/** Teams that somebody may have in place of the demo's. */
const TEAMS: Readonly<Record<string, readonly TeamMember[]>> = {
  'of three others': [member('scherbe', 'Scherbe'), member('ruth', 'Ruth Aalto'), member('jon', 'Jon Pell')],
  'of one': [member('the-desk', 'The Desk')],
  'of nobody': [],
  'of seven': Array.from({ length: 7 }, (_, place) => member(`person-${place}`, `Person ${place}`)),
  'whose names have no Latin letter': [member('yamada', '山田 花子'), member('sato', '佐藤 健')],
  'whose addresses begin with one word, the name of an account': [
    ...[member('editor', 'Ed'), member('anna-meyer', 'Anna Meyer'), member('anna-kohl', 'Anna Kohl')],
  ],
  'with long names': [
    member('long', 'Maximiliane Charlotte Freifrau von und zu Hohenstein-Oberndorff '.repeat(3)),
  ],
}

beforeEach(() => {
  vi.resetModules()
})

describe.each(Object.entries(TEAMS))('the demo content with a team %s', (_, TEAM) => {
  test('is complete: each person that a story, credit or plan names has an account or a profile', async () => {
    vi.doMock('../../src/magazine/team.ts', () => ({ TEAM }))
    const { DEMO_ACCOUNTS, GUESTS, WRITERS, personId } = await import('./people.ts')
    const { articleRows, readStories } = await import('./stories.ts')
    const { planRows } = await import('./plans.ts')
    const accounts = [...WRITERS, ...DEMO_ACCOUNTS]
    const known = new Set(accounts.map(({ name }) => name))
    for (const { name } of TEAM) expect(known).toContain(name)
    const idOf = (name: string) => {
      expect(known).toContain(name)
      return name
    }
    const stories = await readStories()
    const now = new Date('2026-11-29T12:00:00Z')
    const rows = articleRows(stories, { idOf, urlOf: (picture) => picture, roleIdOf: (role) => role }, now)
    const profiles = new Set([...WRITERS, ...GUESTS].map(({ name }) => personId(name)))
    expect(profiles.size).toBe(WRITERS.length + GUESTS.length)
    for (const { credits } of rows)
      for (const { person_id } of credits ?? []) expect(profiles).toContain(person_id)
    for (const { credits } of rows) {
      const names = (credits ?? []).map(({ person_id, role_id }) => `${person_id}/${role_id}`)
      expect(new Set(names).size).toBe(names.length)
    }
    expect(planRows(stories, idOf, now).plans.length).toBeGreaterThan(3)
    expect(new Set(accounts.map(({ email }) => email)).size).toBe(accounts.length)
  })
})

test('no words of the demo content name a member of the team', async () => {
  const { TEAM_NAMES } = await import('./people.ts')
  const { readStories } = await import('./stories.ts')
  const naming = (await readStories()).flatMap((story) => {
    const text = JSON.stringify({ ...story, author: null, credits: null })
    return TEAM_NAMES.filter((name) => text.includes(name)).map((name) => `${story.slug}: ${name}`)
  })
  expect(naming).toEqual([])
})

test('the demo categories are spread over other sections, also over fewer', async () => {
  const SECTIONS = ['pots', 'glazes'].map((slug) => ({ slug, button_tags: [] }))
  vi.doMock('../../src/magazine/sections.ts', () => ({ SECTIONS }))
  const { categoryRows } = await import('./categories.ts')
  const sections = new Set(categoryRows(new Date()).flatMap((row) => row.sections))
  expect(sections).toEqual(new Set(['pots', 'glazes']))
})
