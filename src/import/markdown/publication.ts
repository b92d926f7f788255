import { isObject } from '../../domain/body/json.ts'
import type { Note, Publication } from '../description.ts'
import { type Fields, UNREADABLE, textOf, truthOf } from './fields.ts'

/** The dates of a text. */
export interface Dates {
  /** UNREADABLE where there is one that names no moment. */
  published: string | typeof UNREADABLE | null
  modified: string | null
}

const PUBLISHED = [
  'publishDate',
  'pubDate',
  'pubDatetime',
  'publishedDate',
  'publishedAt',
  'publishedOn',
  'datePublished',
]
const DATE = ['date', 'datetime', 'created', 'createdAt', 'dateCreated', 'postDate', 'published']
const MODIFIED = [
  'lastmod',
  'updatedDate',
  'modDatetime',
  'updated',
  'updatedAt',
  'lastModifiedAt',
  'lastModified',
]
const CHANGED = ['modified', 'modifiedAt', 'dateModified', 'modDate', 'lastUpdated']

/** `ofName`: the date in the name of the file. */
export function datesOf(fields: Fields, ofName: string | null, zone: string): Dates {
  const names = DATE.filter((name) => name !== 'published' || truthOf(fields.value(name)) === null)
  const own = fields.moment(zone, ...PUBLISHED, ...names)
  const other = fields.moment(zone, ...names)
  const modified = fields.moment(zone, ...MODIFIED, ...CHANGED)
  // Both may be ahead: the later one counts.
  const later = typeof own === 'string' && typeof other === 'string' && other > own ? other : own
  return { published: later ?? ofName, modified: modified === UNREADABLE ? null : modified }
}

/** Fields that keep readers out as soon as they are anything but no. */
const CLOSING: Readonly<Record<string, string>> = {
  private: 'It was private',
  unlisted: 'It was not listed',
  hidden: 'It was hidden',
  protected: 'It was protected',
  password: 'It had a password',
  passcode: 'It had a password',
  encrypted: 'It was encrypted',
  headless: 'It had no address of its own',
  eleventyExcludeFromCollections: 'It was not listed',
  members: 'It was only for members',
  membersOnly: 'It was only for members',
  subscribersOnly: 'It was only for subscribers',
  paid: 'It was only for paying readers',
  premium: 'It was only for paying readers',
  paywall: 'It was only for paying readers',
  internal: 'It was internal',
}

/** Fields that let readers in with one of these words only. */
const OPEN_WORDS: Readonly<Record<string, RegExp>> = {
  visibility: /^(?:public|everyone|all)$/i,
  access: /^(?:public|everyone|all|free|open)$/i,
  audience: /^(?:public|everyone|all)$/i,
  status: /^(?:publish|published|public|live|scheduled)$/i,
}

export interface Circumstances {
  dates: Dates
  now: Date
  zone: string
  /** What its place in the folder says against it; null: nothing. */
  why: string | null
  /** Whether its place says that it is a draft. */
  isDraft: boolean
  /** For a page, which needs no date: when its file was last changed. */
  changedAt: string | null
}

/** Who could read a text: everybody only where nothing speaks against it and its date has passed. */
export function publicationOf(fields: Fields, circumstances: Circumstances): Publication {
  const { dates, now, zone, why, isDraft, changedAt } = circumstances
  if (isDraft || isOn(fields, 'draft') || isOff(fields, 'published') || isOff(fields, 'publish'))
    return { state: 'draft', why: null }
  if (/^(?:draft|unpublished)$/i.test(fields.text('status'))) return { state: 'draft', why: null }
  const closed = why ?? closedBy(fields)
  if (closed !== null) return { state: 'draft', why: closed }
  if (isOn(fields, 'archived')) return { state: 'archived', why: null }
  const expiry = fields.moment(zone, 'expiryDate', 'expires', 'expiration', 'unpublishDate')
  if (expiry === UNREADABLE) return { state: 'draft', why: 'The date of its end cannot be read' }
  if (expiry !== null && Date.parse(expiry) <= now.getTime())
    return { state: 'archived', why: 'Its time was over' }
  const at = dates.published ?? notAfter(now, changedAt)
  if (at === UNREADABLE) return { state: 'draft', why: 'Its date cannot be read' }
  if (at === null) return { state: 'draft', why: 'It has no date' }
  return { state: Date.parse(at) > now.getTime() ? 'scheduled' : 'published', at }
}

/** `at`, at the latest now: a file from a machine whose clock is ahead announces nothing. */
function notAfter(now: Date, at: string | null): string | null {
  return at !== null && Date.parse(at) > now.getTime() ? now.toISOString() : at
}

/** What a published text had beyond what a story has. */
export function publicationNotes(fields: Fields, { state }: Publication): Note[] {
  const hasEnd = fields.value('expiryDate', 'expires', 'expiration', 'unpublishDate') !== undefined
  const isPublic = state === 'published' || state === 'scheduled'
  return hasEnd && isPublic ? [{ kind: 'dropped', text: 'The date at which it would have gone' }] : []
}

function closedBy(fields: Fields): string | null {
  for (const name of ['draft', 'published', 'publish'])
    if (isUnclear(fields, name)) return `Its field “${name}” cannot be read`
  for (const [name, why] of Object.entries(CLOSING)) {
    const value = fields.value(name)
    // A list of members is another thing.
    if (value !== undefined && !Array.isArray(value) && truthOf(value) !== false) return why
  }
  for (const [name, pattern] of Object.entries(OPEN_WORDS))
    if (fields.has(name) && !pattern.test(fields.text(name))) return `Its ${name} was “${fields.text(name)}”`
  if (isOff(fields, 'permalink') || isOff(fields, 'render')) return 'It had no address of its own'
  const build = fields.value('build', '_build')
  return isObject(build) ? closedByBuild(build) : null
}

/** What Hugo is told of a page: whether it has an address, and is in lists. */
function closedByBuild(build: Readonly<Record<string, unknown>>): string | null {
  const says = (name: string) => (name in build ? textOf(build[name]).toLowerCase() : 'always')
  if (!/^(?:always|true)$/.test(says('render'))) return 'It had no address of its own'
  return /^(?:always|true)$/.test(says('list')) ? null : 'It was not listed'
}

const isOn = (fields: Fields, name: string) => truthOf(fields.value(name)) === true
const isOff = (fields: Fields, name: string) => truthOf(fields.value(name)) === false

/** Whether a field is there but says neither yes nor no. A date is what `published` often is. */
function isUnclear(fields: Fields, name: string): boolean {
  if (!fields.has(name) || truthOf(fields.value(name)) !== null) return false
  return name === 'draft' || fields.moment('UTC', name) === UNREADABLE || fields.value(name) === undefined
}
