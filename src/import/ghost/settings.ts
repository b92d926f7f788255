import { isObject, objects, parseJson, str } from '../../domain/body/json.ts'
import { linkUrl } from '../../domain/body/urls.ts'
import type { Menu, MenuLink, Note, SourceMagazine } from '../description.ts'
import { fullAddress, opensWindow } from './addresses.ts'

/** The settings that are read, by their names of all versions. The others hold keys and passwords. */
const NAMES = [
  ...['title', 'description', 'url'],
  ...['locale', 'lang', 'default_locale', 'defaultLang'],
  ...['timezone', 'active_timezone', 'activeTimezone'],
  ...['navigation', 'secondary_navigation', 'permalinks', 'amp'],
  ...['is_private', 'isPrivate'],
  ...['logo', 'icon', 'cover_image', 'cover', 'facebook', 'twitter'],
  ...['codeinjection_head', 'codeinjection_foot', 'ghost_head', 'ghost_foot'],
] as const
type Name = (typeof NAMES)[number]
const READ: ReadonlySet<string> = new Set(NAMES)

/** Of these, only whether there is something is kept. */
const CODE: ReadonlySet<string> = new Set([
  'codeinjection_head',
  'codeinjection_foot',
  'ghost_head',
  'ghost_foot',
])

export class Settings {
  readonly #values = new Map<string, unknown>()

  /** Takes a row of the table, or the whole of a file that has its settings as an object. */
  add(row: unknown): void {
    if (!isObject(row)) return
    if (typeof row.key === 'string') this.#set(row.key, row.value)
    else for (const name of NAMES) if (Object.hasOwn(row, name)) this.#set(name, row[name])
  }

  #set(name: string, value: unknown): void {
    if (!READ.has(name) || value === null || value === undefined || value === '') return
    this.#values.set(name, CODE.has(name) ? true : value)
  }

  /** The first of these that is set. */
  text(...names: Name[]): string {
    return names.map((name) => str(this.#values.get(name)).trim()).find((value) => value !== '') ?? ''
  }

  isTrue(...names: Name[]): boolean {
    return names.some((name) => ['true', '1'].includes(String(this.#values.get(name))))
  }

  has(...names: Name[]): boolean {
    return names.some((name) => this.#values.has(name))
  }

  list(name: Name): unknown {
    const value = this.#values.get(name)
    return typeof value === 'string' ? parseJson(value) : value
  }

  /** Where the magazine stands, without a slash at the end; null where the file does not say. */
  get address(): string | null {
    const url = URL.parse(this.text('url'))
    if (url === null || !/^https?:$/.test(url.protocol)) return null
    return url.origin + (url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname)
  }
}

/** What the magazine does not take of the settings. */
const DROPPED: readonly [names: Name[], text: string][] = [
  [['logo'], 'The logo'],
  [['icon'], 'The icon of the site'],
  [['cover_image', 'cover'], 'The picture above the front page'],
  [['facebook', 'twitter'], 'The accounts on social networks'],
  [['codeinjection_head', 'codeinjection_foot', 'ghost_head', 'ghost_foot'], 'Code for all pages'],
]

export function magazineOf(settings: Settings): SourceMagazine {
  const notes = DROPPED.flatMap(([names, text]): Note[] =>
    settings.has(...names) ? [{ kind: 'dropped', text }] : [],
  )
  return {
    kind: 'magazine',
    key: 'magazine',
    place: 'data.settings',
    notes,
    name: settings.text('title'),
    tagline: settings.text('description'),
    language: languageTag(settings.text('locale', 'lang', 'default_locale', 'defaultLang')),
    address: settings.address,
  }
}

/** 'en_US' → 'en-US'. */
function languageTag(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}

export function menusOf(settings: Settings): Menu[] {
  return [
    ...menuOf(settings, 'navigation', 'Navigation', 'header'),
    ...menuOf(settings, 'secondary_navigation', 'Secondary navigation', 'footer'),
  ]
}

function menuOf(settings: Settings, name: Name, title: string, at: 'header' | 'footer'): Menu[] {
  const notes: Note[] = []
  const links = objects(settings.list(name)).flatMap((item): MenuLink[] => {
    const label = str(item.label).trim()
    const url = str(item.url).trim()
    const address = linkUrl(url)
    if (address === null || opensWindow(url)) {
      notes.push({ kind: 'dropped', text: 'A link of a menu that leads to no page' })
      return []
    }
    return [{ label, to: { kind: 'address', address: fullAddress(address, settings.address) }, links: [] }]
  })
  if (links.length + notes.length === 0) return []
  return [{ kind: 'menu', key: name, place: `data.settings, ${name}`, notes, name: title, at, links }]
}
