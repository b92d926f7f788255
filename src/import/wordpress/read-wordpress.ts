import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { ImportError, type Item, type LeftOut, type ReadOptions, type Reader } from '../description.ts'
import { isSource, openSource } from '../source-files.ts'
import { attachmentItems } from './attachments.ts'
import { Menus } from './menus.ts'
import { decoded, plain } from './plain.ts'
import { reasonToLeaveOut } from './publication.ts'
import { keyOf, storyItems } from './story-items.ts'
import { Survey } from './survey.ts'
import { readWxr } from './wxr-parse.ts'
import type { WxrRecord } from './wxr-record.ts'

/**
 * Reads an export of WordPress (WXR): a file, or a folder or ZIP with the files of one that was split, in the order of their
 * names. The files are read twice: stories name pictures, people and terms that come after them.
 */
export const readWordpress: Reader = async function* (path, options) {
  const { parts, close } = await partsAt(path)
  const place = ({ line }: WxrRecord, { name }: Part) =>
    parts.length > 1 ? `${name}, line ${line}` : `line ${line}`
  try {
    const survey = new Survey()
    for (const part of parts) {
      for await (const record of records(part)) survey.add(record, place(record, part))
    }
    yield survey.magazine(parts.length > 1 ? (parts[0]?.name ?? '') : 'line 1')
    const items = new WordpressItems(survey, options)
    for (const part of parts) {
      for await (const record of records(part)) yield* items.of(record, place(record, part))
    }
    yield* items.last()
  } finally {
    close()
  }
}

/** What each record of an export becomes. */
class WordpressItems {
  readonly #survey: Survey
  readonly #options: ReadOptions
  readonly #menus: Menus
  readonly #seen = new Set<string>()
  #comments = 0
  #withComments = 0

  constructor(survey: Survey, options: ReadOptions) {
    this.#survey = survey
    this.#options = options
    this.#menus = new Menus(survey.terms, survey.site)
  }

  *of(record: WxrRecord, place: string): Generator<Item> {
    const { people, terms, site, bases, attachments } = this.#survey
    if (record.name === 'item') yield* this.#ofItem(record, place)
    else if (record.name === 'wp:author')
      yield* people.item(
        record.text('wp:author_login'),
        place,
        site,
        (id) => attachments.get(id)?.address ?? null,
      )
    else if (/^wp:(?:category|tag|term)$/.test(record.name)) yield* terms.itemOf(record, place, site, bases)
  }

  *#ofItem(record: WxrRecord, place: string): Generator<Item> {
    const type = record.text('wp:post_type')
    const key = keyOf(record)
    const isDouble = this.#seen.has(key)
    this.#seen.add(key)
    const why = isDouble ? 'The files have it twice' : reasonToLeaveOut(record)
    if (!isDouble && record.comments > 0) {
      this.#comments += record.comments
      this.#withComments += 1
    }
    if (why !== null) yield leftOut(record, key, place, why)
    else if (type === 'post' || type === 'page' || type === '') yield* this.#ofText(record, place)
    else if (type === 'attachment')
      yield* attachmentItems(record, {
        site: this.#survey.site,
        place,
        isPage: (id) => this.#survey.isPage(id),
      })
    else if (type === 'guest-author') yield* this.#ofGuest(record, place)
    else if (type === 'nav_menu_item') {
      if (!this.#menus.addLink(record, place))
        yield leftOut(record, key, place, 'It is in no menu, or not published')
    } else if (type === 'wp_navigation') {
      if (!this.#menus.addNavigation(record, place))
        yield leftOut(record, key, place, 'It is not a menu in use')
    } else if (type === 'wp_block' && this.#survey.patterns.has(key))
      yield leftOut(record, key, place, 'Its text is in the stories that show it')
    else yield leftOut(record, key, place, REASONS.get(type) ?? 'The magazine has nothing of this kind')
  }

  *#ofText(record: WxrRecord, place: string): Generator<Item> {
    for (const item of storyItems(record, place, this.#survey, this.#options)) {
      if ((item.kind === 'story' || item.kind === 'page') && this.#survey.linkedByMenus.has(item.key))
        this.#menus.addLinked(item.key, {
          title: item.title,
          kind: item.kind,
          isPublic: item.publication.state === 'published',
        })
      yield item
    }
  }

  *#ofGuest(record: WxrRecord, place: string): Generator<Item> {
    const { people, site, attachments } = this.#survey
    const nicename = record.text('wp:post_name')
    const key = people.keyOf({ nicename, name: '' })
    yield* people.item(key, place, site, (id) => attachments.get(id)?.address ?? null)
  }

  /** What is whole only at the end. */
  *last(): Generator<Item> {
    yield* this.#menus.items()
    if (this.#comments === 0) return
    const many = `${this.#comments} ${this.#comments === 1 ? 'comment' : 'comments'}`
    yield {
      kind: 'left out',
      key: 'comments',
      place: 'all of the file',
      notes: [],
      what: 'Comments',
      title: `${many} on ${this.#withComments} ${this.#withComments === 1 ? 'item' : 'items'}`,
      why: 'The magazine has no comments',
    }
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['revision', 'It is an earlier version of something'],
  ['custom_css', 'It is a part of the theme'],
  ['customize_changeset', 'It is a part of the theme'],
  ['wp_global_styles', 'It is a part of the theme'],
  ['wp_template', 'It is a part of the theme'],
  ['wp_template_part', 'It is a part of the theme'],
  ['wp_font_family', 'It is a part of the theme'],
  ['wp_font_face', 'It is a part of the theme'],
  ['oembed_cache', 'WordPress keeps it for itself'],
])

/** What an item is called that the magazine does not take. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['post', 'Story'],
  ['', 'Story'],
  ['page', 'Page'],
  ['attachment', 'Picture'],
  ['nav_menu_item', 'Link of a menu'],
  ['wp_navigation', 'Menu'],
  ['revision', 'Revision'],
  ['wp_block', 'Shared block'],
])

/** An item that is not taken. Only what was public is named by its title. */
function leftOut(record: WxrRecord, key: string, place: string, why: string): LeftOut {
  const type = record.text('wp:post_type')
  const isPublic = record.texts('wp:status').join() === 'publish' && !record.hasPassword
  const title = isPublic ? plain(record.raw('title')) : ''
  const what = NAMES.get(type) ?? decoded(type).slice(0, 60)
  return { kind: 'left out', key, place, notes: [], what, title, why }
}

/** A file of an export. */
interface Part {
  name: string
  open: () => Promise<Readable>
}

/** The largest file of a ZIP, in bytes. */
const MAX_PART_BYTES = 4 * 1024 ** 3

/** The files of an export: one, or those of a folder or ZIP by their names. */
async function partsAt(path: string): Promise<{ parts: Part[]; close: () => void }> {
  if (!(await isSource(path)))
    return {
      parts: [{ name: basename(path), open: () => Promise.resolve(createReadStream(path)) }],
      close: () => undefined,
    }
  const files = await openSource(path)
  const names = files.paths.filter((name) => /\.xml$/i.test(name))
  if (names.length === 0) {
    files.close()
    throw new ImportError(`${basename(path)} has no .xml files.`)
  }
  // Part 2 comes before part 10.
  const orderOf = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'))
  const parts = names
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .map((name) => ({ name, open: () => files.stream(name, MAX_PART_BYTES) }))
  return { parts, close: () => files.close() }
}

/** The records of a file; what cannot be read says of which file it is. */
async function* records({ name, open }: Part): AsyncGenerator<WxrRecord> {
  try {
    yield* readWxr(await open())
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw new ImportError(`${name}: ${error.message}`)
  }
}
