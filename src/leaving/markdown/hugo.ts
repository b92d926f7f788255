import { type ScalarTag, stringify } from 'yaml'
import type {
  Category,
  Item,
  Key,
  Menu,
  MenuLink,
  Page,
  Person,
  Publication,
  Redirect,
  SourceMagazine,
  Story,
  Tag,
  Target,
} from '../../import/description.ts'
import { pathWord } from '../../import/markdown/permalinks.ts'
import { type Library, captionOf } from '../library.ts'
import { markdownText } from './markdown-text.ts'

/** A file of the folder. */
export interface MarkdownFile {
  path: string
  text: string
}

interface HugoOptions {
  library: Library
  zone: string
  siteUrl: string
  addressOf: (storagePath: string) => string
}

/** The folder of files that Hugo copies as they are, and in it the one of pictures. */
export const STATIC = 'static'
export const PICTURES = 'pictures'

/** Folders that mean something else than a section. */
const RESERVED = /^(?:pages?|authors?|people|contributors|categories|tags|stories)$/

/**
 * Makes a folder as Hugo reads it of the items of a magazine: a file of Markdown for each text, with its fields above it.
 * What an item names has to come before it.
 */
export class HugoFolder {
  readonly #options: HugoOptions
  readonly #categories = new Map<Key, { item: Category; path: string }>()
  readonly #tags = new Map<Key, Tag>()
  readonly #people = new Map<Key, Person>()
  readonly #pages = new Map<Key, { path: string; title: string }>()
  readonly #stories = new Map<Key, { path: string; title: string }>()
  readonly #menus: Menu[] = []
  readonly #redirects: [string, string][] = []
  #magazine: SourceMagazine | null = null

  constructor(options: HugoOptions) {
    this.#options = options
  }

  *files(item: Item): Generator<MarkdownFile> {
    switch (item.kind) {
      case 'magazine':
        this.#magazine = item
        return
      case 'category':
        yield* this.#category(item)
        return
      case 'tag':
        this.#tags.set(item.key, item)
        this.#leadAll(item.addresses, `/tags/${item.slug}/`)
        yield listFile(`tags/${item.slug}`, item.name, '')
        return
      case 'person':
        yield this.#person(item)
        return
      case 'page':
        yield this.#page(item)
        return
      case 'story':
        yield this.#story(item)
        return
      case 'menu':
        this.#menus.push(item)
        return
      case 'redirect':
        this.#redirect(item)
        return
      default:
    }
  }

  /** What is known only when all items are there. */
  *last(): Generator<MarkdownFile> {
    yield { path: 'hugo.yaml', text: yaml(this.#settings()) }
    yield { path: 'data/magazine.yaml', text: yaml(this.#lists()) }
    const words = this.#options.library.files.map((file) => [
      this.#options.addressOf(file.storagePath),
      { name: file.name, alt: file.alt, caption: captionOf(file) },
    ])
    yield { path: 'data/pictures.yaml', text: yaml(Object.fromEntries(words)) }
    const lines = this.#redirects.map(([from, to]) => `${from} ${to} 301\n`)
    yield { path: `${STATIC}/_redirects`, text: lines.join('') }
  }

  // Lists -------------------------------------------------------------------------------------------------------------

  *#category(item: Category): Generator<MarkdownFile> {
    const above = item.parent === null ? undefined : this.#categories.get(item.parent)
    const own = item.addresses[0] ?? ''
    const isSection = item.parent === null && !own.endsWith('.xml')
    const folder = RESERVED.test(item.slug) ? `${item.slug}-section` : item.slug
    const path = isSection ? folder : (above?.path ?? 'stories')
    this.#categories.set(item.key, { item, path })
    const list = isSection ? `/${path}/` : `/categories/${item.slug}/`
    for (const from of item.addresses) this.#leadOn(from, from.endsWith('.xml') ? `${list}index.xml` : list)
    if (isSection) yield listFile(path, item.name, item.description)
    yield listFile(`categories/${item.slug}`, item.name, item.description)
  }

  #person(person: Person): MarkdownFile {
    this.#people.set(person.key, person)
    this.#leadAll(person.addresses, `/authors/${person.slug}/`)
    const fields = { title: person.name, bio: person.bio, image: person.picture ?? '', links: person.links }
    return { path: `content/authors/${person.slug}/_index.md`, text: withFields(fields, '') }
  }

  // Texts -------------------------------------------------------------------------------------------------------------

  #page(page: Page): MarkdownFile {
    const above = page.parent === null ? undefined : this.#pages.get(page.parent)
    const path = `${above === undefined ? '' : `${above.path}/`}${page.slug}`
    this.#pages.set(page.key, { path, title: page.title })
    const fields = {
      ...{ title: page.title, type: 'page', ...dates(page.publication, page.createdAt) },
      ...{ lastmod: moment(page.modifiedAt), seo: seoOf(page), aliases: this.#aliases(page) },
    }
    return { path: `content/${path}.md`, text: withFields(fields, markdownText(page.html)) }
  }

  #story(story: Story): MarkdownFile {
    const [first] = story.categories
    const folder = (first === undefined ? undefined : this.#categories.get(first)?.path) ?? 'stories'
    this.#stories.set(story.key, { path: `/article/${story.slug}`, title: story.title })
    const fields = {
      ...{ title: story.title, slug: story.slug, url: `/article/${story.slug}` },
      ...dates(story.publication, story.createdAt),
      lastmod: moment(story.modifiedAt),
      authors: story.people.flatMap((key) => this.#people.get(key)?.slug ?? []),
      categories: story.categories.flatMap((key) => termName(this.#categories.get(key)?.item)),
      tags: story.tags.flatMap((key) => termName(this.#tags.get(key))),
      ...{ standfirst: story.standfirst, summary: story.excerpt, seo: seoOf(story) },
      ...{ keywords: story.keywords, image: this.#opening(story) },
      featured: story.featured ? true : '',
      aliases: this.#aliases(story),
    }
    return { path: `content/${folder}/${story.slug}.md`, text: withFields(fields, markdownText(story.html)) }
  }

  #opening({ picture }: Story) {
    if (picture === null) return ''
    if (!('key' in picture)) return { src: picture.address, alt: picture.alt, caption: picture.caption }
    const file = this.#options.library.get(picture.key)
    if (file === undefined) return ''
    return { src: this.#options.addressOf(file.storagePath), alt: file.alt, caption: captionOf(file) }
  }

  /** Its former addresses. */
  #aliases({ addresses }: Story | Page): string[] {
    return addresses.slice(1).map((address) => this.#path(address))
  }

  // Ways --------------------------------------------------------------------------------------------------------------

  #path(address: string): string {
    const { siteUrl } = this.#options
    return address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  }

  #leadAll(addresses: readonly string[], to: string): void {
    for (const from of addresses) this.#leadOn(from, to)
  }

  #leadOn(from: string, to: string): void {
    const path = this.#path(from)
    if (path !== to && `${path}/` !== to && !/\s/.test(path + to)) this.#redirects.push([path, to])
  }

  #redirect({ from, to }: Redirect): void {
    this.#leadOn(from, this.#addressOf(to))
  }

  #addressOf(to: Target): string {
    switch (to.kind) {
      case 'address':
        return this.#path(to.address)
      case 'story':
        return this.#stories.get(to.key)?.path ?? '/'
      case 'page':
        return `/${this.#pages.get(to.key)?.path ?? ''}/`
      case 'person':
        return `/authors/${this.#people.get(to.key)?.slug ?? ''}/`
      case 'tag':
        return `/tags/${this.#tags.get(to.key)?.slug ?? ''}/`
      case 'category': {
        const found = this.#categories.get(to.key)
        const isSection = found !== undefined && found.item.parent === null && found.path !== 'stories'
        return isSection ? `/${found.path}/` : `/categories/${found?.item.slug ?? ''}/`
      }
    }
  }

  #settings() {
    const magazine = this.#magazine
    const menu = (links: readonly MenuLink[], parent: string, of: string): object[] =>
      links.flatMap(({ label, to, links: inside }, at) => {
        const identifier = `${of}-${at + 1}`
        const entry = {
          ...{ identifier, name: label || this.#titleOf(to), url: this.#addressOf(to), weight: at + 1 },
          ...(parent === '' ? {} : { parent }),
        }
        return [entry, ...menu(inside, identifier, identifier)]
      })
    const menus = this.#menus.map(({ at, key, links }) => {
      const name = at === 'header' ? 'main' : key
      return [name, menu(links, '', name)] as const
    })
    return {
      ...{ baseURL: `${this.#options.siteUrl}/`, title: magazine?.name ?? '' },
      ...{ languageCode: magazine?.language ?? 'en', timeZone: this.#options.zone },
      params: { description: magazine?.tagline ?? '' },
      taxonomies: { category: 'categories', tag: 'tags', author: 'authors' },
      // Figures and boxes are HTML within Markdown.
      markup: { goldmark: { renderer: { unsafe: true } } },
      menus: Object.fromEntries(menus),
    }
  }

  #titleOf(to: Target): string {
    switch (to.kind) {
      case 'story':
        return this.#stories.get(to.key)?.title ?? ''
      case 'page':
        return this.#pages.get(to.key)?.title ?? ''
      default:
        return this.#addressOf(to)
    }
  }

  /** The lists of the magazine, for programs that make a site of their own of the folder. */
  #lists() {
    const categories = [...this.#categories.values()]
    return {
      name: this.#magazine?.name ?? '',
      tagline: this.#magazine?.tagline ?? '',
      language: this.#magazine?.language ?? '',
      timeZone: this.#options.zone,
      categories: categories.map(({ item: { name, slug, description, parent }, path }) => ({
        ...{ name, slug, description, section: path },
        above: parent === null ? '' : (this.#categories.get(parent)?.item.slug ?? ''),
      })),
      tags: [...this.#tags.values()].map(({ name, slug }) => ({ name, slug })),
      authors: [...this.#people.values()].map(({ name, slug }) => ({ name, slug })),
    }
  }
}

/** A term as a text names it: its name where Hugo makes the same address of it. */
function termName(term: Pick<Category, 'name' | 'slug'> | undefined): string[] {
  if (term === undefined) return []
  return [pathWord(term.name) === term.slug ? term.name : term.slug]
}

/** The page of a list. */
function listFile(folder: string, title: string, description: string): MarkdownFile {
  return { path: `content/${folder}/_index.md`, text: withFields({ title, description }, '') }
}

/** A moment as YAML has it, without quotes. */
function moment(iso: string | null): Date | '' {
  return iso === null ? '' : new Date(iso)
}

/** What keeps a text from readers is a draft, whatever else it is called: Hugo shows all others. */
function dates(publication: Publication, createdAt: string | null) {
  if ('at' in publication) return { date: moment(publication.at) }
  const { state } = publication
  return { date: moment(createdAt), draft: true, ...(state === 'draft' ? {} : { status: state }) }
}

function seoOf({ metaTitle, metaDescription }: Story | Page) {
  return metaTitle === '' && metaDescription === '' ? '' : { title: metaTitle, description: metaDescription }
}

/** A text with its fields above it; empty ones are left out. */
function withFields(fields: Readonly<Record<string, unknown>>, text: string): string {
  const shown = Object.entries(fields).filter(
    ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return `---\n${yaml(Object.fromEntries(shown))}---\n${text === '' ? '' : `\n${text}`}`
}

/** YAML that also reads right where `no` and `on` are truth values. */
function yaml(value: object): string {
  return stringify(value, { lineWidth: 0, compat: 'yaml-1.1', customTags: [MOMENT] })
}

/** Moments with their zone, which the tag of the package leaves out. */
const MOMENT: ScalarTag = {
  tag: 'tag:yaml.org,2002:timestamp',
  default: true,
  identify: (value) => value instanceof Date,
  test: /^\d{4}-\d{2}-\d{2}(?:T.*)?$/,
  resolve: (text) => new Date(text),
  stringify: ({ value }) => (value as Date).toISOString(),
}
