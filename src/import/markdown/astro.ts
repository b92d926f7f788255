import type { ReadOptions } from '../description.ts'
import type { SourceFiles } from '../source-files.ts'
import { Fields } from './fields.ts'
import { magazineOf, webAddress } from './settings.ts'
import { MARKDOWN, type NotTaken, type Place, type Site, folderOf, joined, stemOf } from './site.ts'

const CONFIG = /^astro\.config\.(?:m?[jt]s|c[jt]s)$/
/** Where texts may be, whatever the settings name. */
const TEXTS = /^(?:src|content|data)\//
const PEOPLE =
  /^(?:src\/)?(?:content|data)\/(?:authors?|team|people)\/([^/]+)(?:\/index)?\.(?:mdx?|ya?ml|json|toml)$/

/** Whether a folder is one of Astro. */
export function isAstro(files: SourceFiles): boolean {
  return files.paths.some((path) => CONFIG.test(path) || /^src\/content\/.+\.mdx?$/.test(path))
}

/** A site of Astro, as its folder says. Its settings are JavaScript, of which single lines are read and none is run. */
export async function astroSite(files: SourceFiles, options: ReadOptions): Promise<Site> {
  const config = files.paths.find((path) => CONFIG.test(path))
  const source = config === undefined ? '' : await files.text(config)
  const address = webAddress(setting(source, 'site'))
  const base = setting(source, 'base').replace(/^\/?/, '/').replace(/\/+$/, '')
  const routes = await routesOf(files)
  const settings = new Fields(await constantsOf(files))
  return {
    magazine: magazineOf(settings, config ?? 'src/content', address === null ? null : address + base),
    zone: options.zone,
    texts: files.paths.filter((path) => TEXTS.test(path) && MARKDOWN.test(path) && !PEOPLE.test(path)),
    menus: [],
    people: files.paths.flatMap((path) => {
      const found = PEOPLE.exec(path)
      return found === null ? [] : [{ path, key: found[1] ?? null, addresses: [] }]
    }),
    hasWordLists: false,
    settings: new Map(),
    dialect: (path) => (/\.mdx$/i.test(path) ? 'jsx' : /\.mdoc$/i.test(path) ? 'liquid' : 'none'),
    inherited: () => Promise.resolve([]),
    place: (path, fields) => placeOf(path, fields, routes),
    served: ['public/'],
    aliased: (path) => {
      const plain = path.replace(/^[@~]\/?/, '')
      return plain === path ? joined('', path) : joined('src', plain)
    },
    termAddresses: () => [],
    section: (name) =>
      Promise.resolve({ name: '', description: '', addresses: [routes.get(name) ?? `/${name}/`] }),
    term: () => Promise.resolve(null),
  }
}

/** The text of a setting in a file of JavaScript: `site: 'https://example.org'`. */
function setting(source: string, name: string): string {
  return new RegExp(`\\b${name}\\s{0,9}[:=]\\s{0,9}["'\`]([^"'\`\\n]{1,500})["'\`]`).exec(source)?.[1] ?? ''
}

/** The name of the site, where the templates of Astro have it. */
async function constantsOf(files: SourceFiles): Promise<Record<string, string>> {
  const path = files.paths.find((file) =>
    /^src\/(?:consts|constants|config|site\.config|siteConfig)\.(?:m?[jt]s)$/.test(file),
  )
  const source = path === undefined ? '' : await files.text(path)
  return {
    title: setting(source, 'SITE_TITLE') || setting(source, 'title'),
    description:
      setting(source, 'SITE_DESCRIPTION') || setting(source, 'description') || setting(source, 'desc'),
    lang: setting(source, 'lang') || setting(source, 'locale'),
  }
}

/** Where the pages of a collection are: the folder of the file that makes them. */
async function routesOf(files: SourceFiles): Promise<Map<string, string>> {
  const routes = new Map<string, string>()
  for (const path of files.paths) {
    const folder = /^src\/pages\/((?:[^[\]]+\/)?)\[(?:\.\.\.)?[\w-]+\](?:\/index)?\.astro$/.exec(path)?.[1]
    if (folder === undefined) continue
    const source = await files.text(path)
    for (const [, name = ''] of source.matchAll(/getCollection\(\s{0,9}["'`]([\w-]{1,100})["'`]/g))
      if (!routes.has(name)) routes.set(name, `/${folder}`)
  }
  return routes
}

function placeOf(path: string, fields: Fields, routes: ReadonlyMap<string, string>): Place | NotTaken {
  const isRoute = path.startsWith('src/pages/')
  const inside = path
    .replace(/^src\/(?:pages\/)?/, '')
    .replace(/^(?:content|data)\//, '')
    .replace(/\.[^.]*$/, '')
  const plain = inside.replace(/(?:^|\/)index$/, '')
  if (isRoute && plain === '') return { what: 'Front page', why: 'The magazine has a front page of its own' }
  if (isRoute && plain === '404') return { what: 'Page', why: 'The magazine has a page of its own for it' }
  const parts = plain.split('/')
  const collection = !isRoute && parts.length > 1 ? (parts[0] ?? null) : null
  const id = collection === null ? plain : parts.slice(1).join('/')
  const slug = fields.text('slug', 'permalink').replace(/^\/|\/$/g, '') || slugged(id)
  const root = isRoute ? '/' : collection === null ? '/' : (routes.get(collection) ?? `/${collection}/`)
  const isPage = isRoute ? !hasDate(fields) : /^(?:pages?|spec)$/.test(collection ?? '')
  const aliases = fields.texts('none', 'aliases', 'alias', 'redirect_from', 'redirects')
  return {
    kind: isPage ? 'page' : 'story',
    slug: slug.replace(/^.*\//, ''),
    addresses: [
      `${root}${slug}/`,
      ...aliases.map((alias) => (/^(?:\/|https?:)/.test(alias) ? alias : `/${alias}`)),
    ],
    section: collection,
    date: null,
    categories: [],
    why: parts.some((part) => part.startsWith('_'))
      ? 'Its name begins with _, so Astro did not show it'
      : null,
    isDraft: parts.includes('drafts'),
    bundle: stemOf(path) === 'index' && folderOf(path) !== '' && !isRoute ? folderOf(path) : null,
    language: null,
  }
}

function hasDate(fields: Fields): boolean {
  return fields.value('pubDate', 'publishDate', 'date', 'pubDatetime', 'published') !== undefined
}

/** The id of a text of a collection in addresses. */
function slugged(id: string): string {
  return id
    .split('/')
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    )
    .join('/')
}
