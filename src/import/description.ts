/**
 * What an export file says, in one form for all formats: each reader makes these items, and what follows (the dry run, the
 * writing) knows nothing of the format. An item comes as it is read, in the order of the file, so what it names by key may
 * come later, or never. Texts are as in the file, without outer blanks, and not yet cut to what the database takes.
 */

/** The name of an item within its source, unique for its kind, and the same in each export of that source: '12'. */
export type Key = string

/**
 * An address as the file has it: absolute, or a path from the root of the old site. Of a picture that lies beside the text
 * in the chosen folder or ZIP, one of `addresses` is `folder:` with its path there: 'folder:content/posts/clay/pot.jpg'
 * (`folderAddress`, `localFile` and `openSource` of source-files.ts). The path is as it is, not encoded.
 */
export type Address = string

/** Something that is not in the magazine as it was in the file, as a sentence without a full stop for the report. */
export interface Note {
  /** changed: its content is there in another form; dropped: it is not. */
  kind: 'changed' | 'dropped'
  /** For example: 'The shortcode [contact-form-7] stays as text'. Notes that count as one are equal. */
  text: string
}

interface Described {
  key: Key
  /** Where in the file it is, for people: 'line 120', 'data.posts[3]', 'posts/12.clay.html'. */
  place: string
  notes: Note[]
}

/**
 * Whether readers may see a story or page. `published` only where the file proves that everybody could read it: no
 * password, no members-only, a known state, a date that has passed. `why`: what made it private, as a sentence without a
 * full stop; null where the file calls it a draft. ISO times with zone.
 */
export type Publication =
  | { state: 'published'; at: string }
  | { state: 'scheduled'; at: string }
  | { state: 'draft' | 'review' | 'archived'; why: string | null }

/** The magazine of the file. Null or '' where the file does not say. */
export interface SourceMagazine extends Described {
  kind: 'magazine'
  name: string
  tagline: string
  /** A language tag: 'de', 'en-GB'. */
  language: string | null
  /** Where it stands, without a slash at the end: 'https://example.org/blog'. Links within it become links within ours. */
  address: string | null
}

export interface Person extends Described {
  kind: 'person'
  name: string
  slug: string
  bio: string
  email: string
  picture: Address | null
  /** Addresses of pages about the person. */
  links: string[]
  addresses: Address[]
}

export interface Category extends Described {
  kind: 'category'
  name: string
  slug: string
  description: string
  parent: Key | null
  /** Where readers found it in the old site, its feed included. */
  addresses: Address[]
}

export interface Tag extends Described {
  kind: 'tag'
  name: string
  slug: string
  description: string
  addresses: Address[]
}

/** What the file says of a picture. Pictures that only stories name have none. */
export interface Picture extends Described {
  kind: 'picture'
  /** The original. */
  address: Address
  /** Smaller copies and other spellings of it. */
  addresses: Address[]
  alt: string
  caption: string
  credit: string
}

interface Text extends Described {
  title: string
  slug: string
  /**
   * Elements of a story only (src/domain/body/elements.ts), made by `storyBody`. Addresses of pictures and links are
   * absolute where the file allows, and as in the file otherwise.
   */
  html: string
  publication: Publication
  createdAt: string | null
  modifiedAt: string | null
  metaTitle: string
  metaDescription: string
  /** Where readers found it in the old site, as far as the file says: permalink, '/?p=12', former slugs. */
  addresses: Address[]
}

export interface Story extends Text {
  kind: 'story'
  standfirst: string
  excerpt: string
  /** In the order of the byline. */
  people: Key[]
  /** The main one first. */
  categories: Key[]
  tags: Key[]
  keywords: string[]
  /** The opening picture, with what the story says of it; '' where the picture's own words hold. */
  picture: { address: Address; alt: string; caption: string } | { key: Key } | null
  featured: boolean
}

export interface Page extends Text {
  kind: 'page'
  parent: Key | null
}

/** Where a link of a menu, or a former address, leads. */
export type Target =
  { kind: 'story' | 'page' | 'category' | 'tag' | 'person'; key: Key } | { kind: 'address'; address: Address }

export interface MenuLink {
  label: string
  to: Target
  links: MenuLink[]
}

export interface Menu extends Described {
  kind: 'menu'
  name: string
  /** Where the old site showed it; null: not known. */
  at: 'header' | 'footer' | null
  links: MenuLink[]
}

export interface Redirect extends Described {
  kind: 'redirect'
  from: Address
  to: Target
}

export interface Subscriber extends Described {
  kind: 'subscriber'
  email: string
  name: string
  /** Whether the file proves that letters are wished; anything unclear is not. An import never raises a consent. */
  receives: boolean
  since: string | null
}

/** Something that the magazine does not take: a comment, a revision, a story in the trash. */
export interface LeftOut extends Described {
  kind: 'left out'
  /** 'Comment', 'Revision', 'Product'. */
  what: string
  /** Its title or name, '' without one. Never the text of something private. */
  title: string
  why: string
}

export type Item =
  SourceMagazine | Person | Category | Tag | Picture | Story | Page | Menu | Redirect | Subscriber | LeftOut

export interface ReadOptions {
  /** What is ahead of it is scheduled. */
  now: Date
  /** The time zone of dates that say none: 'Europe/Berlin'. */
  zone: string
  /** The language whose quotation marks are written where the file only marks a quotation. */
  language: string
}

/** Reads an export file or folder, item by item, in bounded memory. Throws an ImportError for what cannot be read. */
export type Reader = (path: string, options: ReadOptions) => AsyncIterable<Item>

/** What cannot be read, as a sentence for the person who chose the file. */
export class ImportError extends Error {
  override name = 'ImportError'
}
