import { describe, expect, test } from 'vitest'
import { authorWrite, toAuthorForm } from './authors.ts'

describe('the dialog of an author', () => {
  test('leaves out empty links and turns empty fields into none', () => {
    const form = { ...toAuthorForm(null), name: 'Ida Holm', instagram: '@ida', linkedin: '' }
    expect(authorWrite(form)).toEqual({
      name: 'Ida Holm',
      email: null,
      role: null,
      slug: '',
      image_url: null,
      bio: null,
      social_links: { instagram: '@ida' },
      profile_id: null,
      team_position: null,
    })
  })

  test('gives back what it was filled with', () => {
    const author = {
      id: '1',
      profile_id: 'p',
      slug: 'ida-holm',
      name: 'Ida Holm',
      role: 'Writer',
      bio: 'Bio',
      image_url: '/team/ida.webp',
      email: 'ida@mantel.example',
      created_at: '2026-01-01T00:00:00Z',
      social_links: { twitter: '@ida', linkedin: null },
      team_position: 2,
    }
    expect({ ...author, ...authorWrite(toAuthorForm(author)) }).toEqual({
      ...author,
      social_links: { twitter: '@ida' },
    })
  })
})
