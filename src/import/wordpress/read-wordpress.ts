import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ImportError, type Item, type LeftOut, type ReadOptions, type Reader } from '../description.ts'
import { attachmentItems } from './attachments.ts'
import { Menus } from './menus.ts'
import { decoded, plain } from './plain.ts'
import { reasonToLeaveOut } from './publication.ts'
import { keyOf, storyItems } from './story-items.ts'
import { Survey } from './survey.ts'
import { readWxr } from './wxr-parse.ts'
import type { WxrRecord } from './wxr-record.ts'

/**
 * Reads an export of WordPress (WXR): a file, or a folder with the files of one that was split, in the order of their
 * names. The files are read twice: stories name pictures, people and terms that come after them.
 */
export const readWordpress: Reader = async function* (path, options) {
  const files = await filesAt(path)
  const survey = new Survey()
  for (const file of files) {
    for await (const record of records(file)) survey.add(record, placeOf(record, file, files))
  }
  yield survey.magazine(files.length > 1 ? basename(files[0] ?? '') : 'line 1')
  const items = new WordpressItems(survey, options)
  for (const file of files) {
    for await (const record of records(file)) yield* items.of(record, placeOf(record, file, files))
  }
  yield* items.last()
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

/** The files of an export: one, or those of a folder by their names. */
async function filesAt(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => null)
  if (info === null) throw new ImportError(`There is no file or folder “${basename(path)}”.`)
  if (!info.isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && /^[^.].*\.xml$/i.test(entry.name))
    .map(({ name }) => name)
  if (names.length === 0) throw new ImportError(`The folder “${basename(path)}” has no .xml files.`)
  // Part 2 comes before part 10.
  const orderOf = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'))
  return names.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).map((name) => join(path, name))
}

/** The records of a file; what cannot be read says of which file it is. */
async function* records(file: string): AsyncGenerator<WxrRecord> {
  try {
    yield* readWxr(file)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw new ImportError(`${basename(file)}: ${error.message}`)
  }
}

function placeOf(record: WxrRecord, file: string, files: readonly string[]): string {
  const line = `line ${record.line}`
  return files.length > 1 ? `${basename(file)}, ${line}` : line
}
