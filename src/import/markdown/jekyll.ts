import { matchesGlob } from 'node:path'
import { type JsonObject, isObject, objects } from '../../domain/body/json.ts'
import type { Menu, ReadOptions } from '../description.ts'
import { momentOf } from '../moments.ts'
import type { SourceFiles } from '../source-files.ts'
import { Fields, textOf, truthOf } from './fields.ts'
import { jekyllAddresses } from './jekyll-addresses.ts'
import { pathWord } from './permalinks.ts'
import { magazineOf, settingsIn, webAddress, zoneOf } from './settings.ts'
import { MARKDOWN, type NotTaken, type Place, type Site, folderOf, stemOf } from './site.ts'

const CONFIG = /^_config\.(?:ya?ml|toml)$/
/** Folders of posts, of Hexo in `source`. */
const POSTS = /(?:^|\/)_posts\//
const DRAFTS = /(?:^|\/)_drafts\//
const POST_NAME = /^(\d{2,4}-\d{1,2}-\d{1,2})-(.+)$/

/** Whether a folder is one of Jekyll. */
export function isJekyll(files: SourceFiles): boolean {
  return files.paths.some((path) => CONFIG.test(path) || POSTS.test(path) || DRAFTS.test(path))
}

/** A site of Jekyll, as its folder says. */
export async function jekyllSite(files: SourceFiles, options: ReadOptions): Promise<Site> {
  const config = files.paths.find((path) => CONFIG.test(path))
  const data = await settingsIn(files, config)
  const settings = new Fields(data)
  const zone = zoneOf(settings, options.zone)
  const pages = new JekyllPages(settings, zone)
  const address = webAddress(settings.text('url'))
  const base = settings.text('baseurl').replace(/^\/?/, '/').replace(/\/+$/, '')
  const menu = files.paths.find((path) => /^_data\/(?:navigation|menu|nav)\.(?:ya?ml|json)$/.test(path))
  return {
    magazine: magazineOf(settings, config ?? '_posts', address === null ? null : address + base),
    zone,
    texts: files.paths.filter((path) => pages.isText(path)),
    menus: menu === undefined ? [] : menusOf(await settingsIn(files, menu), menu),
    people: peopleFiles(files),
    hasWordLists: true,
    settings: new Map([
      ['site.baseurl', base === '/' ? '' : base],
      ['site.url', address ?? ''],
      ['site.title', settings.text('title')],
      ['site.description', settings.text('description')],
    ]),
    dialect: () => 'liquid',
    inherited: (path) => Promise.resolve(pages.defaults(path)),
    place: (path, fields, isBare) => pages.place(path, fields, isBare),
    served: ['', 'source/'],
    aliased: () => null,
    termAddresses: (term, slug) => archiveAddresses(settings, term, slug),
    section: (name) => Promise.resolve({ name: '', description: '', addresses: [`/${name}/`] }),
    term: () => Promise.resolve(null),
  }
}

function peopleFiles(files: SourceFiles): Site['people'] {
  return files.paths.flatMap((path) => {
    if (/^_data\/(?:authors?|people|members)\.(?:ya?ml|json|toml)$/.test(path))
      return [{ path, key: null, addresses: [] }]
    const one = /^(?:_data\/authors|_authors|_people)\/([^/]+)\.(?:ya?ml|json|toml|md|markdown)$/.exec(path)
    return one === null ? [] : [{ path, key: one[1] ?? null, addresses: [] }]
  })
}

/** The menus in the data of a site, as most themes have them. */
function menusOf(data: JsonObject, place: string): Menu[] {
  return Object.entries(data).flatMap(([name, entries]) => {
    const links = objects(entries).flatMap((entry) => {
      const fields = new Fields(entry)
      const [label, address] = [
        fields.text('title', 'name', 'label'),
        fields.text('url', 'link', 'href', 'path'),
      ]
      return label === '' || address === ''
        ? []
        : [{ label, to: { kind: 'address' as const, address }, links: [] }]
    })
    const at = /main|header|top|nav/i.test(name) ? 'header' : /foot/i.test(name) ? 'footer' : null
    return links.length === 0 ? [] : [{ kind: 'menu', key: name, place, notes: [], name, at, links } as const]
  })
}

/** The lists that jekyll-archives makes, where its settings are there. */
function archiveAddresses(settings: Fields, term: 'category' | 'tag', slug: string): string[] {
  if (!settings.has('jekyll-archives')) return []
  const pattern = settings.within('jekyll-archives').within('permalinks').text(term) || `/${term}/:name/`
  return [pattern.replace(':name', slug)]
}

/** Files about the folder and not of the site. */
const ABOUT_FOLDER = /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security|history)\b/i

class JekyllPages {
  readonly #settings: Fields
  readonly #zone: string
  readonly #collections: ReadonlyMap<string, Fields>
  readonly #excluded: readonly string[]

  constructor(settings: Fields, zone: string) {
    this.#settings = settings
    this.#zone = zone
    this.#collections = collectionsOf(settings.value('collections'))
    this.#excluded = ['vendor', '_site', 'Gemfile', ...settings.texts('none', 'exclude')]
  }

  isText(path: string): boolean {
    if (this.#excluded.some((name) => path === name || path.startsWith(`${name.replace(/\/$/, '')}/`)))
      return false
    if (/^(?:_authors|_people|_data)\//.test(path)) return false
    if (!MARKDOWN.test(path) && !/\.html?$/.test(path)) return false
    if (POSTS.test(path) || DRAFTS.test(path) || this.#collectionOf(path) !== null) return true
    // Folders that begin so are parts of a theme.
    return !path.split('/').some((part) => part.startsWith('_')) && !path.startsWith('source/_')
  }

  #collectionOf(path: string): string | null {
    const folder = /^_([^/]+)\//.exec(path)?.[1] ?? ''
    return this.#collections.has(folder) ? folder : null
  }

  /** What `defaults` of the settings say for a path, the most particular first. */
  defaults(path: string): JsonObject[] {
    const type = POSTS.test(path)
      ? 'posts'
      : DRAFTS.test(path)
        ? 'drafts'
        : (this.#collectionOf(path) ?? 'pages')
    const all = objects(this.#settings.value('defaults')).flatMap(({ scope, values }) => {
      const fields = new Fields(isObject(scope) ? scope : {})
      const [folder, ofType] = [fields.text('path').replace(/^\/|\/$/g, ''), fields.text('type')]
      const isOfType = ofType === '' || ofType === type || (ofType === 'posts' && type === 'drafts')
      const isHere = folder === '' || path === folder || path.startsWith(`${folder}/`) || isLike(path, folder)
      return isOfType && isHere && isObject(values) ? [{ length: folder.length, values }] : []
    })
    return all.sort((one, other) => other.length - one.length).map(({ values }) => values)
  }

  place(path: string, fields: Fields, isBare: boolean): Place | NotTaken {
    const collection = this.#collectionOf(path)
    const [isPost, isDraft] = [POSTS.test(path), DRAFTS.test(path)]
    const stem = stemOf(path)
    if (!isPost && !isDraft && collection === null) {
      const taken = notPage(path, stem, fields, isBare)
      if (taken !== null) return taken
    }
    const [, day = '', words = stem] = POST_NAME.exec(stem) ?? []
    const date = day === '' ? null : momentOf(day.replace(/^(\d{2})-/, '20$1-'), this.#zone)
    const categories = isPost || isDraft ? foldersBefore(path) : []
    const isOut = collection === null || truthOf(this.#collections.get(collection)?.value('output')) === true
    const slug = fields.text('slug') || pathWord(isPost || isDraft ? words : stem)
    return {
      kind: isPost || isDraft || collection !== null ? 'story' : 'page',
      slug,
      addresses: jekyllAddresses({
        ...{
          path,
          stem,
          words,
          date,
          categories,
          collection,
          fields,
          settings: this.#settings,
          zone: this.#zone,
        },
        collectionPattern:
          collection === null ? '' : (this.#collections.get(collection)?.text('permalink') ?? ''),
      }),
      section: collection,
      ...{ date, categories },
      why: isBare
        ? 'It has no front matter, so Jekyll did not show it'
        : isOut
          ? null
          : 'Its collection had no addresses of its own',
      ...{ isDraft, bundle: null, language: null },
    }
  }
}

function isLike(path: string, pattern: string): boolean {
  if (!/[*?[{]/.test(pattern) || pattern.length > 500) return false
  return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)
}

/** Why a file beside the posts is no page; null where it is one. */
function notPage(path: string, stem: string, fields: Fields, isBare: boolean): NotTaken | null {
  const isAtRoot = folderOf(path) === '' || folderOf(path) === 'source'
  if (ABOUT_FOLDER.test(stem) && (isAtRoot || isBare)) return { what: 'File', why: 'It is about the folder' }
  if (isAtRoot && /^index$/i.test(stem))
    return { what: 'Front page', why: 'The magazine has a front page of its own' }
  if (isAtRoot && /^404$/.test(stem))
    return { what: 'Page', why: 'The magazine has a page of its own for it' }
  // A redirect is no page, whatever its ending is.
  if (fields.text('redirect_to') !== '') return null
  const isTheme =
    /\.html?$/.test(path) && (isBare || /^(?:index|search|tags?|categor(?:y|ies)|archives?)$/i.test(stem))
  return isTheme ? { what: 'Template', why: 'It is HTML of the site and no text' } : null
}

/** 'pottery/river/_posts/…' → pottery, river. */
function foldersBefore(path: string): string[] {
  const before = path.split(/_posts\/|_drafts\//)[0] ?? ''
  return before.split('/').filter((part) => part !== '' && part !== 'source' && !part.startsWith('_'))
}

function collectionsOf(value: unknown): Map<string, Fields> {
  const named = isObject(value)
    ? Object.entries(value)
    : (Array.isArray(value) ? value : []).map((name): [string, unknown] => [textOf(name), {}])
  return new Map(
    named
      .filter(([name]) => name !== 'posts' && name !== 'drafts')
      .map(([name, facts]) => [name, new Fields(isObject(facts) ? facts : {})] as const),
  )
}
