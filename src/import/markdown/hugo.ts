import { matchesGlob } from 'node:path'
import { type JsonObject, isObject, objects } from '../../domain/body/json.ts'
import type { ReadOptions } from '../description.ts'
import type { SourceFiles } from '../source-files.ts'
import { Fields, textOf, truthOf } from './fields.ts'
import { Unreadable, partFile } from './front-matter.ts'
import { HugoAddresses } from './hugo-addresses.ts'
import { hugoMenus } from './hugo-menus.ts'
import { hugoSettings } from './hugo-settings.ts'
import { magazineOf, webAddress, zoneOf } from './settings.ts'
import {
  MARKDOWN,
  type NotTaken,
  type PeopleFile,
  type Place,
  type SectionFacts,
  type Site,
  folderOf,
  stemOf,
} from './site.ts'

const PEOPLE = /^(?:authors?|people|contributors)\//

/** A site of Hugo, as its folder says. */
export async function hugoSite(files: SourceFiles, options: ReadOptions): Promise<Site> {
  const { settings, path } = await hugoSettings(files)
  const zone = zoneOf(settings, options.zone)
  const pages = new HugoPages(files, settings, zone)
  const isText = (file: string) => (MARKDOWN.test(file) || file.endsWith('.html')) && pages.isInContent(file)
  const texts = files.paths.filter((file) => isText(file) && !PEOPLE.test(pages.inContent(file)))
  const address = webAddress(settings.text('baseURL'))
  return {
    magazine: magazineOf(settings, path, address),
    zone,
    texts,
    menus: hugoMenus(settings, path),
    people: peopleFiles(files, pages),
    hasWordLists: false,
    settings: new Map(),
    dialect: () => 'shortcodes',
    inherited: (file) => pages.inherited(file),
    place: (file, fields) => pages.place(file, fields),
    served: ['static/', 'assets/', `${pages.folder}/`],
    aliased: () => null,
    termAddresses: (term, slug) => pages.addresses.ofTerm(term, slug),
    section: (name) => pages.listFacts(name, `/${name}/`),
    term: async (term, slug) => {
      const facts = await pages.listFacts(`${pages.addresses.taxonomy(term)}/${slug}`, '')
      return facts === null ? null : { ...facts, addresses: [] }
    },
  }
}

function peopleFiles(files: SourceFiles, pages: HugoPages): PeopleFile[] {
  return files.paths.flatMap((path): PeopleFile[] => {
    const data = /^data\/(?:_?authors?|people)(?:\/([^/]+))?\.(?:ya?ml|toml|json)$/.exec(path)
    if (data !== null) return [{ path, key: data[1] ?? null, addresses: [] }]
    const own = pages.isInContent(path) && PEOPLE.test(pages.inContent(path)) && MARKDOWN.test(path)
    if (!own) return []
    const [folder = '', ...parts] = pages.inContent(path).split('/')
    const stem = stemOf(path).replace(/\..*$/, '')
    const key = /^_?index$/.test(stem) ? parts.at(-2) : stem
    return key === undefined
      ? []
      : [{ path, key, addresses: [`/${folder}/${key}/`, `/${folder}/${key}/index.xml`] }]
  })
}

function isListPage(path: string): boolean {
  return /(?:^|\/)_index\.[^/]*$/.test(path)
}

/** The pages of Hugo's content. */
class HugoPages {
  /** The folder of the content. */
  readonly folder: string
  readonly addresses: HugoAddresses
  readonly #files: SourceFiles
  readonly #settings: Fields
  readonly #languages: ReadonlyMap<string, string | null>
  readonly #ownLanguage: string
  /** Folders whose `index.md` is one page, to which all files in it belong. */
  readonly #bundles: ReadonlySet<string>
  readonly #hasSections: boolean
  readonly #fields = new Map<string, Promise<JsonObject | null>>()

  constructor(files: SourceFiles, settings: Fields, zone: string) {
    this.#files = files
    this.#settings = settings
    this.folder = settings.text('contentDir').replace(/^\.?\/|\/$/g, '') || 'content'
    const languages = settings.value('languages')
    const all = isObject(languages) ? Object.entries(languages) : []
    this.#languages = new Map(all.map(([tag, facts]) => [tag.toLowerCase(), contentDirOf(facts)]))
    this.#ownLanguage = settings.text('defaultContentLanguage').toLowerCase() || 'en'
    this.addresses = new HugoAddresses(settings, zone)
    this.#bundles = new Set(
      files.paths.filter((path) => /(?:^|\/)index\.[^/]*$/.test(path) && MARKDOWN.test(path)).map(folderOf),
    )
    this.#hasSections = files.paths.some(
      (path) => this.isInContent(path) && this.#parts(path).names.length > 1,
    )
  }

  isInContent(path: string): boolean {
    return this.#root(path) !== null
  }

  /** A path from the folder of the content on. */
  inContent(path: string): string {
    return path.slice((this.#root(path)?.folder.length ?? -1) + 1)
  }

  /** The folder of the content that a file is in, and its language, where that says it. */
  #root(path: string): { folder: string; language: string | null } | null {
    for (const [tag, folder] of this.#languages)
      if (folder !== null && path.startsWith(`${folder}/`)) return { folder, language: tag }
    if (!path.startsWith(`${this.folder}/`)) return null
    const first = path.slice(this.folder.length + 1).split('/')[0] ?? ''
    const isLanguage = this.#languages.has(first) && path.includes(`${this.folder}/${first}/`)
    return isLanguage
      ? { folder: `${this.folder}/${first}`, language: first }
      : { folder: this.folder, language: null }
  }

  /** The folders and the name of a page, without its ending and language. */
  #parts(path: string): { names: string[]; language: string; isBundle: boolean } {
    const root = this.#root(path)
    const names = this.inContent(path).split('/')
    const name = stemOf(names.pop() ?? '')
    const suffix = /^(.+)\.([a-z]{2,3}(?:-[a-z]{2,4})?)$/i.exec(name)
    const tag = suffix?.[2]?.toLowerCase() ?? ''
    const isLanguage = this.#languages.has(tag) || (suffix !== null && this.#hasTwin(path, suffix[1] ?? ''))
    const stem = isLanguage ? (suffix?.[1] ?? name) : name
    const language = (isLanguage ? tag : null) ?? root?.language ?? this.#ownLanguage
    const isBundle = stem === 'index' && names.length > 0
    return { names: isBundle ? names : [...names, stem], language, isBundle }
  }

  /** Whether a page has another language beside it: 'clay.de.md' and 'clay.md'. */
  #hasTwin(path: string, stem: string): boolean {
    return this.#languages.size === 0 && this.#files.has(`${folderOf(path)}/${stem}.md`)
  }

  place(path: string, fields: Fields): Place | NotTaken {
    if (isListPage(path))
      return { what: 'Text of a list', why: 'Lists of the magazine have no text of their own' }
    const { names, language, isBundle } = this.#parts(path)
    if (names.length === 1 && names[0] === 'index')
      return { what: 'Front page', why: 'The magazine has a front page of its own' }
    const folders = names.slice(0, -1)
    const name = names.at(-1) ?? ''
    const section = folders[0] ?? null
    const type = fields.text('type').toLowerCase()
    const isPage = section === null ? this.#hasSections || !fields.has('date') : /^pages?$/.test(section)
    const slug = fields.text('slug') || name
    const prefix = this.addresses.prefix(language === this.#ownLanguage ? null : language)
    return {
      kind: isPage || type === 'page' ? 'page' : 'story',
      slug,
      addresses: this.addresses.ofPage({ folders, name, slug, prefix, fields }),
      section,
      date: null,
      categories: [],
      why: this.#isResource(path, isBundle)
        ? 'It belonged to another text, and had no address of its own'
        : null,
      isDraft: false,
      bundle: isBundle ? folderOf(path) : null,
      language: language === this.#ownLanguage ? null : language,
    }
  }

  /** Whether a text lies in the folder of another page. */
  #isResource(path: string, isBundle: boolean): boolean {
    let folder = isBundle ? folderOf(folderOf(path)) : folderOf(path)
    for (; folder.length > this.folder.length; folder = folderOf(folder))
      if (this.#bundles.has(folder)) return true
    return false
  }

  /** What the lists above a page say for all pages below them; the nearest first. */
  async inherited(path: string): Promise<readonly JsonObject[]> {
    const root = this.#root(path)?.folder ?? this.folder
    const logical = `/${this.inContent(path).replace(/(?:\/index)?\.[^/]*$/, '')}`
    const all: JsonObject[] = []
    let folder = folderOf(path)
    // The list of a folder says it for itself, too, which is no page here.
    for (; folder.length >= root.length; folder = folderOf(folder)) {
      for (const name of ['_index.md', '_index.html', `_index.${this.#parts(path).language}.md`])
        all.push(...cascadesOf((await this.#dataOf(`${folder}/${name}`))?.cascade, logical))
      if (folder === '') break
    }
    return [...all, ...cascadesOf(this.#settings.value('cascade'), logical)]
  }

  /** The title and description of a list; null where it has no page of its own. */
  async listFacts(name: string, address: string): Promise<SectionFacts | null> {
    const data = await this.#dataOf(`${this.folder}/${name}/_index.md`)
    const fields = new Fields(data ?? {})
    if (data === null && address === '') return null
    const addresses = address === '' ? [] : [address, `${address}index.xml`]
    return { name: fields.text('title'), description: fields.text('description', 'summary'), addresses }
  }

  /** The front matter of a list; what cannot be read makes all below it private. */
  #dataOf(path: string): Promise<JsonObject | null> {
    if (!this.#files.has(path)) return Promise.resolve(null)
    const known = this.#fields.get(path) ?? this.#read(path)
    this.#fields.set(path, known)
    return known
  }

  async #read(path: string): Promise<JsonObject | null> {
    try {
      return partFile(await this.#files.text(path)).data
    } catch (error) {
      if (error instanceof Unreadable) return { cascade: { draft: 'unreadable' } }
      throw error
    }
  }
}

function contentDirOf(facts: unknown): string | null {
  const folder = isObject(facts) ? new Fields(facts).text('contentDir').replace(/^\.?\/|\/$/g, '') : ''
  return folder === '' ? null : folder
}

/** The fields that a `cascade` gives a page. */
function cascadesOf(cascade: unknown, path: string): JsonObject[] {
  const all = isObject(cascade) ? [cascade] : objects(cascade)
  return all.filter((one) => {
    const target = one.target ?? one._target
    if (!isObject(target)) return true
    const fields = new Fields(target)
    const pattern = fields.text('path')
    const kind = fields.text('kind')
    const isOfPages = kind === '' || /^(?:page|\{.*page.*\}|\*)$/.test(kind)
    // A pattern that is not understood is one of this page where that keeps it private.
    return (
      isOfPages &&
      (pattern === '' || matches(path, pattern) || (isClosing(one) && /\{[^,}]*\}|[[!]/.test(pattern)))
    )
  })
}

function isClosing(one: JsonObject): boolean {
  return truthOf(one.draft) === true || one.build !== undefined || one._build !== undefined
}

function matches(path: string, pattern: string): boolean {
  return pattern.length < 500 && matchesGlob(path.toLowerCase(), textOf(pattern).toLowerCase())
}
