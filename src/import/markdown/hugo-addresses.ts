import { isObject } from '../../domain/body/json.ts'
import { type Fields, UNREADABLE, textOf, truthOf } from './fields.ts'
import { pathWord, permalink } from './permalinks.ts'
import { webAddress } from './settings.ts'
import type { Term } from './site.ts'

interface HugoPage {
  folders: readonly string[]
  name: string
  slug: string
  /** The folder of its language: '/de'. */
  prefix: string
  fields: Fields
}

/** The addresses that Hugo gives pages and lists. */
export class HugoAddresses {
  readonly #settings: Fields
  readonly #zone: string
  readonly #isUgly: boolean
  readonly #isInSubfolder: boolean

  constructor(settings: Fields, zone: string) {
    this.#settings = settings
    this.#zone = zone
    this.#isUgly = truthOf(settings.value('uglyURLs')) === true
    this.#isInSubfolder = truthOf(settings.value('defaultContentLanguageInSubdir')) === true
  }

  prefix(language: string | null): string {
    if (language !== null) return `/${language}`
    const own = this.#settings.text('defaultContentLanguage') || 'en'
    return this.#isInSubfolder ? `/${own}` : ''
  }

  /** Where a page was, its former addresses after it. */
  ofPage(page: HugoPage): string[] {
    const { folders, prefix, fields } = page
    const parent = [prefix, ...folders.map((folder) => this.#word(folder))].filter(Boolean).join('/')
    const aliases = fields.texts('none', 'aliases', 'alias').map((alias) => {
      const base = alias.startsWith('/') || /^https?:/.test(alias) ? alias : `/${parent}/${alias}`
      return base.replace(/^\/{2,}/, '/')
    })
    return [this.#own(page, parent), ...aliases]
  }

  #own(page: HugoPage, parent: string): string {
    const { fields, slug, prefix } = page
    const url = fields.text('url')
    if (webAddress(url) !== null) return url
    if (url !== '') {
      const path = url.includes(':') ? this.#byPattern(url, page) : `/${url.replace(/^\//, '')}`
      if (path !== null) return path
    }
    const pattern = this.#patternOf(page.folders[0] ?? '')
    const path = pattern === '' ? null : this.#byPattern(pattern, page)
    const found = path === null ? `/${parent}/${this.#word(slug)}` : `${prefix}${path}`
    return this.#ended(found.replace(/\/{2,}/g, '/'))
  }

  #ended(path: string): string {
    if (/\.\w{2,5}$/.test(path)) return path
    const plain = path.replace(/\/$/, '')
    return this.#isUgly ? `${plain}.html` : `${plain}/`
  }

  /** The pattern for the pages of a section. */
  #patternOf(section: string): string {
    const patterns = this.#settings.value('permalinks')
    if (!isObject(patterns)) return ''
    const ofPages = isObject(patterns.page) ? patterns.page : patterns
    const pattern = Object.hasOwn(ofPages, section === '' ? '/' : section)
      ? ofPages[section === '' ? '/' : section]
      : ''
    return textOf(pattern)
  }

  #byPattern(pattern: string, { folders, name, slug, fields }: HugoPage): string | null {
    const title = this.#word(fields.text('title'))
    const ownSlug = fields.text('slug')
    const date = fields.moment(this.#zone, 'date', 'publishDate')
    const names = {
      section: this.#word(folders[0] ?? ''),
      sections: folders.map((folder) => this.#word(folder)).join('/'),
      title,
      slug: this.#word(ownSlug) || title,
      filename: this.#word(name),
      contentbasename: this.#word(name),
      slugorfilename: this.#word(slug),
      slugorcontentbasename: this.#word(slug),
    }
    return permalink(pattern, { date: date === UNREADABLE ? null : date, zone: this.#zone, names })
  }

  #word(words: string): string {
    const word = pathWord(words)
    return truthOf(this.#settings.value('disablePathToLower')) === true
      ? words
          .trim()
          .replace(/[^\p{L}\p{M}\p{N}\s._~-]/gu, '')
          .replace(/\s+/g, '-')
      : word
  }

  /** The folder of the lists of a kind of term: 'categories'. */
  taxonomy(term: Term): string {
    const taxonomies = this.#settings.value('taxonomies')
    const own = isObject(taxonomies) ? textOf(taxonomies[term]) : ''
    return own || (term === 'category' ? 'categories' : 'tags')
  }

  ofTerm(term: Term, slug: string): string[] {
    const address = `${this.prefix(null)}/${this.taxonomy(term)}/${slug}/`
    return [address, `${address}index.xml`]
  }
}
