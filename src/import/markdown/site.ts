import type { JsonObject } from '../../domain/body/json.ts'
import type { Address, LeftOut, Menu, SourceMagazine } from '../description.ts'
import type { Fields } from './fields.ts'

/** Where a text was in the site that its generator made. */
export interface Place {
  kind: 'story' | 'page'
  slug: string
  /** Paths from the root of the site; the first is the one that readers found it at. */
  addresses: Address[]
  /** The folder whose name is its category where it has none; null: none. */
  section: string | null
  /** The date in the name of its file. */
  date: string | null
  /** Categories that its folders name. */
  categories: readonly string[]
  /** Why its place says that not everybody could read it; null: it does not. */
  why: string | null
  isDraft: boolean
  /** The folder whose files belong to it and stand below its address; null: none. */
  bundle: string | null
  /** Where its language is not the magazine's. */
  language: string | null
}

/** A text that is not taken, and why. */
export interface NotTaken {
  what: string
  why: string
}

/** The language of tags that a text is written with, beside Markdown. */
export type Dialect = 'shortcodes' | 'liquid' | 'jsx' | 'wiki' | 'none'

export type Term = 'category' | 'tag'

/** A file with data of people. */
export interface PeopleFile {
  path: string
  /** The name that texts have for the person; null where the file has many. */
  key: string | null
  /** Where readers found the person. */
  addresses: Address[]
}

/** What the generator of a site knows: its settings, and what it makes of a file. Paths are those of SourceFiles. */
export interface Site {
  magazine: SourceMagazine
  /** Of dates that name none. */
  zone: string
  /** The files with a text, in their order. */
  texts: readonly string[]
  menus: readonly Menu[]
  people: readonly PeopleFile[]
  /** Whether tags and categories in one line are parted by blanks, too. */
  hasWordLists: boolean
  /** Settings that its texts may write: 'site.baseurl'. */
  settings: ReadonlyMap<string, string>
  dialect: (path: string) => Dialect
  /** Fields that a text has from elsewhere, the ones that count more first. */
  inherited: (path: string) => Promise<readonly JsonObject[]>
  place: (path: string, fields: Fields, isBare: boolean) => Place | NotTaken
  /** Folders whose files stand at the root of the site: 'static/'. '' is the root itself. */
  served: readonly string[]
  /** The file that an address of the generator's own kind names: '@/assets/pot.jpg'. */
  aliased: (address: string) => string | null
  /** Where readers found the list of a term, its feed included. */
  termAddresses: (term: Term, slug: string) => Address[]
  /** What a section is called, and where it stood; null where nothing is known of it. */
  section: (name: string) => Promise<SectionFacts | null>
  /** What is known of a term beyond its name. */
  term: (term: Term, slug: string) => Promise<SectionFacts | null>
}

export interface SectionFacts {
  name: string
  description: string
  addresses: Address[]
}

/** The endings of files with Markdown. */
export const MARKDOWN = /\.(?:md|markdown|mdown|mkdn|mkd|mdx|mdoc)$/i

/** Texts in languages that are not read. */
export const OTHER_TEXT = /\.(?:adoc|asciidoc|org|rst|textile|pandoc|rmd|qmd|ipynb)$/i

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|heic|heif|tiff?|bmp|ico)$/i

export function isPicturePath(path: string): boolean {
  return PICTURE.test(path)
}

/** 'content/posts/clay.md' → 'clay'. */
export function stemOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
}

/** 'content/posts/clay.md' → 'content/posts'; '' at the root. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

/** A name of a file or folder as people write it: 'river-clay' → 'River clay'. */
export function wordsOf(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A path joined to a folder, without `.` and `..`; null where it leads out of the source. */
export function joined(folder: string, path: string): string | null {
  const parts: string[] = []
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.join('/')
}

/** The item for a text that is not taken. */
export function leftOutText(path: string, { what, why }: NotTaken, title = ''): LeftOut {
  return { kind: 'left out', key: path, place: path, notes: [], what, title, why }
}
