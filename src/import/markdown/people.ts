import { isObject } from '../../domain/body/json.ts'
import type { Key, Person } from '../description.ts'
import type { SourceFiles } from '../source-files.ts'
import { Fields, textOf } from './fields.ts'
import { Unreadable, dataListOf, dataOf, partFile } from './front-matter.ts'
import { pathWord } from './permalinks.ts'
import { MARKDOWN, type PeopleFile, type Place, type Site, folderOf, isPicturePath } from './site.ts'
import type { FoundFile, SiteLinks } from './site-links.ts'

/** A person with the file of the picture, where the source has it. */
export interface FoundPerson {
  person: Person
  picture: FoundFile | null
}

/** The people of a site: the ones of its data, and the ones that only texts name. */
export class People {
  readonly #links: SiteLinks
  readonly #keys = new Map<string, Key>()

  constructor(links: SiteLinks) {
    this.#links = links
  }

  /** All people of the data. A file that cannot be read has none. */
  async *known(files: SourceFiles, site: Site): AsyncIterable<FoundPerson> {
    for (const file of site.people) {
      const records = await recordsOf(files, file).catch((error: unknown) => {
        if (error instanceof Unreadable) return []
        throw error
      })
      for (const [key, fields] of records) {
        const found = this.#person(key, fields, file, files)
        if (found !== null) yield found
      }
    }
  }

  #person(
    key: string,
    fields: Fields,
    { path, addresses }: PeopleFile,
    files: SourceFiles,
  ): FoundPerson | null {
    const name = fields.text('name', 'title', 'displayName', 'fullName') || key
    if (name === '' || this.#keys.has(key.toLowerCase())) return null
    for (const other of [name, fields.text('slug'), key])
      if (other !== '') this.#keys.set(other.toLowerCase(), key)
    const place = placeOfPerson(path, addresses)
    const beside = files.paths.find(
      (file) => isPicturePath(file) && file.startsWith(`${folderOf(path)}/avatar.`),
    )
    const named = pictureOf(fields)
    const picture =
      named === '' && beside !== undefined && place.bundle !== null
        ? { path: beside, address: this.#links.addressOf(beside, place) }
        : this.#links.file(named, path, place)
    const person: Person = {
      ...{ kind: 'person', key, place: path, notes: [], name, slug: pathWord(fields.text('slug') || key) },
      bio: fields.text('bio', 'about', 'description', 'summary', 'role'),
      email: fields.text('email', 'mail'),
      picture: picture?.address ?? (named === '' ? null : this.#links.absolute(named, place)),
      links: linksOf(fields),
      addresses: [...addresses],
    }
    return { person, picture }
  }

  /** The keys of those whom a text names, and the people who were not named before. */
  of(fields: Fields, place: string): { keys: Key[]; found: Person[] } {
    const found: Person[] = []
    const keys = authorsOf(fields).map((author) => {
      const known = this.#keys.get(author.key.toLowerCase()) ?? this.#keys.get(author.name.toLowerCase())
      if (known !== undefined) return known
      const { key, name } = author
      this.#keys.set(key.toLowerCase(), key)
      this.#keys.set(name.toLowerCase(), key)
      const picture = author.picture === '' ? null : author.picture
      const { bio, email, links } = author
      const slug = pathWord(author.slug || name)
      found.push({
        kind: 'person',
        key,
        place,
        notes: [],
        name,
        slug,
        bio,
        email,
        picture,
        links,
        addresses: [],
      })
      return key
    })
    return { keys: [...new Set(keys)], found }
  }
}

function placeOfPerson(path: string, addresses: readonly string[]): Place {
  return {
    ...{ kind: 'page', slug: '', section: null, date: null, categories: [], why: null, isDraft: false },
    addresses: [...addresses],
    bundle: MARKDOWN.test(path) && /(?:^|\/)_?index\.[^/]*$/.test(path) ? folderOf(path) : null,
    language: null,
  }
}

async function recordsOf(files: SourceFiles, { path, key }: PeopleFile): Promise<[string, Fields][]> {
  const source = await files.text(path)
  if (MARKDOWN.test(path)) {
    const { data, body } = partFile(source)
    const words = textOf(body.slice(0, 2000))
    return key === null || data === null ? [] : [[key, new Fields(data, { bio: words })]]
  }
  const data = dataOf(source, path)
  if (key !== null) return data === null ? [] : [[key, new Fields(data)]]
  const list = data === null ? dataListOf(source, path) : []
  return [
    ...Object.entries(data ?? {}).flatMap(([name, value]): [string, Fields][] =>
      isObject(value) ? [[name, new Fields(value)]] : [],
    ),
    ...list.filter(isObject).map((value): [string, Fields] => {
      const fields = new Fields(value)
      return [fields.text('id', 'key', 'slug', 'username', 'name'), fields]
    }),
  ]
}

interface Author {
  key: string
  name: string
  slug: string
  bio: string
  email: string
  picture: string
  links: string[]
}

/** The authors in the front matter of a text: names, or objects. */
function authorsOf(fields: Fields): Author[] {
  const value = fields.value('authors', 'author', 'byline', 'writers')
  const all = Array.isArray(value) ? value : [value]
  return all.flatMap((one) => {
    const author = new Fields(isObject(one) ? one : { name: one })
    const name = author.text('name', 'title', 'displayName')
    const key = author.text('key', 'id', 'username', 'slug') || name
    if (key === '') return []
    const [slug, bio, email] = [
      author.text('slug'),
      author.text('bio', 'description'),
      author.text('email', 'mail'),
    ]
    return [{ key, name: name || key, slug, bio, email, picture: pictureOf(author), links: linksOf(author) }]
  })
}

function pictureOf(fields: Fields): string {
  const picture = fields.text('image', 'avatar', 'picture', 'photo', 'imageUrl')
  return picture || fields.within('image', 'avatar', 'picture', 'photo').text('src', 'url', 'path')
}

/** Addresses of pages about a person. */
function linksOf(fields: Fields): string[] {
  const named = [
    'url',
    'website',
    'homepage',
    'home',
    'web',
    'twitter',
    'mastodon',
    'bluesky',
    'linkedin',
    'github',
  ]
  const single = named.map((name) => fields.text(name))
  const lists = ['links', 'social', 'socials'].flatMap((name) => {
    const value = fields.value(name)
    const entries: unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
    return entries.map((entry) =>
      isObject(entry) ? new Fields(entry).text('url', 'link', 'href') : textOf(entry),
    )
  })
  return [...new Set([...single, ...lists].filter((link) => /^https?:\/\//.test(link)))]
}
