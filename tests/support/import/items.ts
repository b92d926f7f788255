import type { Item, Note, Page, Person, Publication, Story } from '../../../src/import/description.ts'
import { Stage } from '../../../src/import/stage.ts'

const described: { place: string; notes: Note[] } = { place: 'line 1', notes: [] }

/** The magazine of a file. */
export const SITE: Item = {
  ...{ kind: 'magazine', key: '', name: 'Old', tagline: '', language: null, address: 'https://old.example' },
  ...described,
}
const PUBLISHED: Publication = { state: 'published', at: '2019-05-01T10:00:00Z' }
const text = {
  ...{ ...described, html: '<p>Clay.</p>', publication: PUBLISHED, addresses: [] },
  ...{ createdAt: null, modifiedAt: null, metaTitle: '', metaDescription: '' },
}

export const story = (key: string, more: Partial<Story> = {}): Story => ({
  ...{ ...text, kind: 'story', key, title: 'Clay', slug: 'clay', standfirst: '', excerpt: '' },
  ...{ people: [], categories: [], tags: [], keywords: [], picture: null, featured: false, ...more },
})

export const page = (key: string, more: Partial<Page> = {}): Page => ({
  ...{ ...text, kind: 'page', key, title: 'Studio', slug: 'studio', parent: null, ...more },
})

export const tag = (key: string, name: string): Item => ({
  ...{ kind: 'tag', key, name, slug: name.toLowerCase(), description: '', ...described },
  addresses: [`/tag/${name.toLowerCase()}/`],
})

export const category = (key: string, name: string, parent: string | null = null): Item => ({
  ...{ kind: 'category', key, name, slug: name.toLowerCase(), description: '', parent, ...described },
  addresses: [`/category/${name.toLowerCase()}/`],
})

export const person = (key: string, name: string, more: Partial<Person> = {}): Person => ({
  ...{ kind: 'person', key, name, slug: name.toLowerCase(), bio: '', email: '', picture: null, links: [] },
  ...{ ...described, addresses: [`/author/${name.toLowerCase()}/`], ...more },
})

/** A stage with a magazine and these items. */
export async function stageOf(...items: Item[]): Promise<Stage> {
  const stage = new Stage()
  await stage.fill(
    (async function* () {
      yield* await Promise.resolve([SITE, ...items])
    })(),
  )
  return stage
}
