import {
  type Item,
  type Note,
  type Publication,
  ImportError,
  type ReadOptions,
  type Reader,
  type Story,
} from '../description.ts'
import { type SourceFiles, folderAddress, openSource } from '../source-files.ts'
import { astroSite, isAstro } from './astro.ts'
import { type Fields, truthOf } from './fields.ts'
import { Unreadable } from './front-matter.ts'
import { hugoSite } from './hugo.ts'
import { isHugo } from './hugo-settings.ts'
import { isJekyll, jekyllSite } from './jekyll.ts'
import { People } from './people.ts'
import { bundlePicture, openingPicture } from './pictures.ts'
import { type PictureWords, pictureWords } from './picture-words.ts'
import { plainFolder } from './plain-folder.ts'
import { datesOf, publicationNotes, publicationOf } from './publication.ts'
import { writtenRedirects } from './redirects.ts'
import { OTHER_TEXT, type Place, type Site, folderOf, leftOutText, stemOf, wordsOf } from './site.ts'
import { type FoundFile, SiteLinks } from './site-links.ts'
import { type StoryText, storyText } from './story-text.ts'
import { Terms, redirect } from './terms.ts'
import { type ReadText, TextIndex } from './text-index.ts'

/** The texts of a folder or ZIP of Markdown: of Hugo, Jekyll, Astro, or of no generator. */
export const readMarkdown: Reader = async function* (path, options) {
  const files = await openSource(path)
  try {
    const site = await siteOf(files, path, options)
    if (site.texts.length === 0) throw new ImportError('There is no Markdown in it')
    yield* new MarkdownReader(files, site, options).items()
  } finally {
    files.close()
  }
}

function siteOf(files: SourceFiles, path: string, options: ReadOptions): Promise<Site> | Site {
  if (isAstro(files)) return astroSite(files, options)
  if (isJekyll(files)) return jekyllSite(files, options)
  return isHugo(files) ? hugoSite(files, options) : plainFolder(files, path, options)
}

/** A page of Jekyll that is made of other texts. */
const LISTS_TEXTS = /\{%-?\s{0,9}(?:for|assign)\s[^%\n]{0,300}\bsite\./

class MarkdownReader {
  readonly #files: SourceFiles
  readonly #site: Site
  readonly #options: ReadOptions
  readonly #links: SiteLinks
  readonly #texts: TextIndex
  readonly #people: People
  readonly #terms: Terms
  /** The paths of pictures that were told of. */
  readonly #pictures = new Set<string>()
  #words: ReadonlyMap<string, PictureWords> = new Map()

  constructor(files: SourceFiles, site: Site, options: ReadOptions) {
    this.#files = files
    this.#site = site
    this.#options = options
    this.#links = new SiteLinks(files, site)
    this.#texts = new TextIndex(files, site)
    this.#people = new People(this.#links)
    this.#terms = new Terms(site)
  }

  async *items(): AsyncIterable<Item> {
    yield this.#site.magazine
    yield* this.#site.menus
    this.#words = await pictureWords(this.#files)
    for await (const { person, picture } of this.#people.known(this.#files, this.#site)) {
      if (picture !== null) yield* this.#pictureItems([picture])
      yield person
    }
    for (const path of this.#site.texts) yield* this.#itemsOf(path)
    for (const path of this.#files.paths)
      if (OTHER_TEXT.test(path))
        yield leftOutText(path, { what: 'Text', why: 'It is in a language that is not read' })
    yield* writtenRedirects(this.#files)
    yield* this.#terms.unused()
  }

  async *#itemsOf(path: string): AsyncIterable<Item> {
    const text = await this.#read(path)
    if (typeof text === 'string') return yield leftOutText(path, { what: 'Story', why: text })
    const { fields, body, place } = text
    const named = fields.text('title')
    if (!('addresses' in place)) {
      // A list without a text of its own is only its settings.
      if (body.trim() !== '') yield leftOutText(path, place, named)
      return
    }
    const to = fields.text('redirect_to', 'redirectTo')
    if (to !== '')
      return yield* place.addresses.map((from) => redirect(from, { kind: 'address', address: to }))
    if (place.kind === 'page' && body.trim() === '')
      return yield leftOutText(path, { what: 'Page', why: 'It has no text' }, named)
    if (place.kind === 'page' && this.#site.dialect(path) === 'liquid' && LISTS_TEXTS.test(body))
      return yield leftOutText(path, { what: 'Template', why: 'It lists other texts' }, named)
    const story = await this.#storyText(path, text, place)
    if (story === null)
      return yield leftOutText(path, { what: 'Story', why: 'Its text cannot be read' }, named)
    const { publication, modifiedAt } = this.#publicationOf(path, fields, place)
    const title = named || story.title || wordsOf(place.slug || stemOf(path))
    const notes = [...story.notes, ...publicationNotes(fields, publication), ...languageNotes(place)]
    const about = {
      ...{ key: path, place: path, notes, title, slug: place.slug, html: story.html, publication },
      ...{ createdAt: null, modifiedAt, ...metaOf(fields), addresses: [...new Set(place.addresses)] },
    }
    yield* this.#pictureItems(story.pictures)
    if (place.kind === 'page') return yield { kind: 'page', ...about, parent: this.#pageAbove(path) }
    const items: Item[] = []
    const terms = await this.#terms.of(fields, place, path, items)
    const { keys: people, found } = this.#people.of(fields, path)
    yield* [...items, ...found]
    const opening = this.#opening(path, fields, place)
    if (opening.file !== null) yield* this.#pictureItems([opening.file])
    yield { kind: 'story', ...about, ...wordsBefore(fields), people, ...terms, picture: opening.picture }
  }

  /** The page that a folder is called like, above the pages in it; null without one. */
  #pageAbove(path: string): string | null {
    const folder = folderOf(path)
    const own = /^_?index$/.test(stemOf(path)) ? folderOf(folder) : folder
    const candidates = ['.md', '/index.md', '/_index.md'].map((ending) => own + ending)
    return candidates.find((candidate) => candidate !== path && this.#files.has(candidate)) ?? null
  }

  /** A file; a string that says why it cannot be read. */
  async #read(path: string): Promise<ReadText | string> {
    try {
      return await this.#texts.read(path)
    } catch (error) {
      if (error instanceof Unreadable || error instanceof ImportError) return error.message
      throw error
    }
  }

  /** Null where it cannot be read. */
  async #storyText(path: string, { fields, body }: ReadText, place: Place): Promise<StoryText | null> {
    const source = {
      path,
      body,
      title: fields.text('title'),
      fields,
      place,
      dialect: this.#site.dialect(path),
    }
    try {
      return await storyText(source, {
        language: this.#options.language,
        links: this.#links,
        settings: this.#site.settings,
        addressOfText: async (named, from) => {
          const address = await this.#texts.addressOf(named, from)
          return address === null ? null : this.#links.inSite(address)
        },
      })
    } catch (error) {
      // Elements within elements without end.
      if (error instanceof RangeError) return null
      throw error
    }
  }

  #publicationOf(
    path: string,
    fields: Fields,
    place: Place,
  ): { publication: Publication; modifiedAt: string | null } {
    const { zone } = this.#site
    const dates = datesOf(fields, place.date, zone)
    const changedAt = place.kind === 'page' ? this.#files.changedAt(path) : null
    const { why, isDraft } = place
    const publication = publicationOf(fields, {
      dates,
      now: this.#options.now,
      zone,
      why,
      isDraft,
      changedAt,
    })
    return { publication, modifiedAt: dates.modified }
  }

  #opening(
    path: string,
    fields: Fields,
    place: Place,
  ): { picture: Story['picture']; file: FoundFile | null } {
    const named = openingPicture(fields)
    if (named !== null) {
      const file = this.#links.file(named.src, path, place)
      const address = file?.address ?? this.#links.absolute(named.src, place)
      return { picture: { address, alt: named.alt, caption: named.caption }, file }
    }
    const beside = place.bundle === null ? null : bundlePicture(this.#files.paths, place.bundle)
    if (beside === null) return { picture: null, file: null }
    const file = { path: beside, address: this.#links.addressOf(beside, place) }
    return { picture: { address: file.address, alt: '', caption: '' }, file }
  }

  /** Tells where the files of pictures are. */
  *#pictureItems(pictures: readonly FoundFile[]): Iterable<Item> {
    for (const { path, address } of pictures) {
      if (this.#pictures.has(path)) continue
      this.#pictures.add(path)
      const absolute = this.#links.inSite(address)
      const addresses = [folderAddress(path), ...(absolute === address ? [] : [absolute])]
      const words = this.#words.get(address) ?? { alt: '', caption: '', credit: '' }
      yield { kind: 'picture', key: path, place: path, notes: [], address, addresses, ...words }
    }
  }
}

function metaOf(fields: Fields): { metaTitle: string; metaDescription: string } {
  const seo = fields.within('seo', 'meta')
  const hasSummary = fields.text('summary', 'excerpt', 'abstract') !== ''
  return {
    metaTitle: fields.text('seoTitle', 'metaTitle') || seo.text('title', 'metaTitle'),
    metaDescription:
      fields.text('seoDescription', 'metaDescription') ||
      seo.text('description', 'metaDescription') ||
      (hasSummary ? fields.text('description') : ''),
  }
}

function wordsBefore(fields: Fields) {
  return {
    standfirst: fields.text(
      'subtitle',
      'standfirst',
      'subheading',
      'dek',
      'lead',
      'lede',
      'intro',
      'tagline',
    ),
    excerpt: fields.text('summary', 'excerpt', 'abstract', 'description'),
    keywords: fields.texts('commas', 'keywords'),
    featured: ['featured', 'pinned', 'pin', 'sticky'].some((name) => truthOf(fields.value(name)) === true),
  } satisfies Partial<Story>
}

function languageNotes({ language }: Place): Note[] {
  if (language === null) return []
  return [{ kind: 'changed', text: `The translation into “${language}” is a text of its own` }]
}
