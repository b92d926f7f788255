import { Calendar } from '../../domain/text/calendar.ts'
import type {
  Category,
  Item,
  Key,
  Menu,
  MenuLink,
  Page,
  Person,
  Picture,
  Publication,
  Redirect,
  SourceMagazine,
  Story,
  Tag,
  Target,
} from '../../import/description.ts'
import type { Library } from '../library.ts'
import { blocksOf } from './blocks.ts'
import { cdata, customFields, elements, namedTerm } from './wxr-elements.ts'

interface Term {
  number: number
  nicename: string
  name: string
}

/** Kinds of items that WordPress numbers in one row. Each has every fourth number: more of one leaves the others as they are. */
const NUMBERED = ['picture', 'page', 'story', 'other'] as const
type Numbered = (typeof NUMBERED)[number]

interface WxrOptions {
  library: Library
  zone: string
  siteUrl: string
  now: Date
}

/**
 * Writes the items of a magazine as an export of WordPress, version 1.2, piece by piece. What an item names has to come before
 * it; what is kept in between follows from the number of people, terms, pictures and texts, not from what is in these.
 */
export class WxrWriter {
  readonly #options: WxrOptions
  readonly #calendar: Calendar
  readonly #counts = new Map<Numbered, number>()
  readonly #numbers = new Map<string, number>()
  readonly #pictures = new Map<string, number>()
  readonly #categories = new Map<Key, Term>()
  readonly #tags = new Map<Key, Term>()
  readonly #people = new Map<Key, { login: string; name: string }>()
  readonly #titles = new Map<string, string>()
  #terms = 0
  /** Old addresses and where they lead, for redirects.csv. */
  readonly redirects: [from: string, to: string][] = []

  constructor(options: WxrOptions) {
    this.#options = options
    this.#calendar = new Calendar(options.zone, null)
  }

  /** The part of the file that an item is. */
  write(item: Item): string {
    switch (item.kind) {
      case 'magazine':
        return this.#head(item)
      case 'category':
        return this.#category(item)
      case 'tag':
        return this.#tag(item)
      case 'person':
        return this.#person(item)
      case 'picture':
        return this.#picture(item)
      case 'page':
        return this.#page(item)
      case 'story':
        return this.#story(item)
      case 'menu':
        return this.#menu(item)
      case 'redirect':
        this.#redirect(item)
        return ''
      default:
        return ''
    }
  }

  end(): string {
    return '</channel>\n</rss>\n'
  }

  #number(kind: Numbered, key: Key): number {
    const name = `${kind} ${key}`
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const count = this.#counts.get(kind) ?? 0
    this.#counts.set(kind, count + 1)
    const number = 1 + NUMBERED.indexOf(kind) + NUMBERED.length * count
    this.#numbers.set(name, number)
    return number
  }

  #head({ name, tagline, language }: SourceMagazine): string {
    const { siteUrl, now } = this.#options
    return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
${elements({
  title: name,
  link: siteUrl,
  description: tagline,
  pubDate: new Calendar(null, null).feedTime(now.toISOString()).replace('GMT', '+0000'),
  language: language ?? '',
  'wp:wxr_version': '1.2',
  'wp:base_site_url': siteUrl,
  'wp:base_blog_url': siteUrl,
})}`
  }

  // Terms and people --------------------------------------------------------------------------------------------------

  #term(terms: Map<Key, Term>, key: Key, nicename: string, name: string): Term {
    this.#terms += 1
    const term = { number: this.#terms, nicename, name }
    terms.set(key, term)
    return term
  }

  #category({ key, slug, name, description, parent, addresses }: Category): string {
    const term = this.#term(this.#categories, key, slug, name)
    const above = parent === null ? '' : (this.#categories.get(parent)?.nicename ?? '')
    for (const from of addresses) {
      const list = `/category/${above === '' ? '' : `${above}/`}${slug}/`
      this.#leadOn(from, from.endsWith('.xml') ? `${list}feed/` : list)
    }
    return `<wp:category>\n${elements({
      'wp:term_id': term.number,
      'wp:category_nicename': slug,
      'wp:category_parent': above,
      'wp:cat_name': name,
      'wp:category_description': description,
    })}</wp:category>\n`
  }

  #tag({ key, slug, name }: Tag): string {
    const term = this.#term(this.#tags, key, slug, name)
    const fields = { 'wp:term_id': term.number, 'wp:tag_slug': slug, 'wp:tag_name': name }
    return `<wp:tag>\n${elements(fields)}</wp:tag>\n`
  }

  /** An account, since each story has one, and the profile that the plugin Co-Authors Plus has of it. */
  #person({ key, slug, name, bio, picture, links }: Person): string {
    this.#people.set(key, { login: slug, name })
    const author = elements({
      'wp:author_id': this.#people.size,
      'wp:author_login': slug,
      // WordPress wants one of each account. Nobody reads mail there.
      'wp:author_email': `${slug}@authors.invalid`,
      'wp:author_display_name': name,
      ...{ 'wp:author_first_name': '', 'wp:author_last_name': '' },
    })
    const number = picture === null ? undefined : this.#pictures.get(picture)
    const profile = this.#item({
      ...{
        number: this.#number('other', `person ${key}`),
        type: 'guest-author',
        title: name,
        slug: `cap-${slug}`,
      },
      ...{ link: this.#at(`/?post_type=guest-author&p=${slug}`), status: 'publish' },
      ...{ at: this.#options.now.toISOString(), modifiedAt: null, content: '', excerpt: '' },
      terms: namedTerm('author', `cap-${slug}`, slug),
      meta: [
        ['cap-user_login', slug],
        ['cap-display_name', name],
        ['cap-linked_account', slug],
        ['cap-description', bio],
        ['cap-website', links[0] ?? ''],
        ['_thumbnail_id', number ?? ''],
      ],
    })
    // In one line: the oldest parser of WordPress' importer reads no other.
    return `<wp:author>${author.replaceAll('\n', '')}</wp:author>\n${profile}`
  }

  // Texts -------------------------------------------------------------------------------------------------------------

  #picture({ key, address, alt, caption }: Picture): string {
    const file = this.#options.library.get(key)
    const number = this.#number('picture', key)
    this.#pictures.set(address, number)
    if (file === undefined) return ''
    const name = file.name.replace(/\.[^.]*$/, '')
    return this.#item({
      ...{ number, type: 'attachment', title: name, slug: `file-${number}`, status: 'inherit' },
      ...{ link: this.#at(`/?attachment_id=${number}`), guid: address, at: file.createdAt, modifiedAt: null },
      ...{ content: '', excerpt: caption },
      inside: elements({ 'wp:attachment_url': address }),
      meta: [
        ['_wp_attached_file', file.storagePath],
        ['_wp_attachment_image_alt', alt],
      ],
    })
  }

  #page(page: Page): string {
    const number = this.#number('page', page.key)
    const [own = ''] = page.addresses
    this.#titles.set(`page ${page.key}`, page.title)
    return this.#item({
      ...{ number, type: 'page', title: page.title, slug: page.slug, guid: this.#at(`/?page_id=${number}`) },
      ...{ link: isPublic(page.publication) ? own : this.#at(`/?page_id=${number}`) },
      ...{ status: statusOf(page.publication), at: dateOf(page), modifiedAt: page.modifiedAt },
      ...{ content: this.#blocks(page.html), excerpt: '' },
      parent: page.parent === null ? 0 : this.#number('page', page.parent),
      meta: [...seoOf(page), ...formerSlugs(page)],
    })
  }

  #story(story: Story): string {
    const number = this.#number('story', story.key)
    const [own = ''] = story.addresses
    this.#titles.set(`story ${story.key}`, story.title)
    const people = story.people.flatMap((key) => this.#people.get(key) ?? [])
    const { publication, picture } = story
    const thumbnail =
      picture === null
        ? undefined
        : 'key' in picture
          ? this.#number('picture', picture.key)
          : this.#pictures.get(picture.address)
    const isElsewhere = picture !== null && thumbnail === undefined && 'address' in picture
    return this.#item({
      ...{ number, type: 'post', title: story.title, slug: story.slug, guid: this.#at(`/?p=${number}`) },
      ...{ link: isPublic(publication) ? own : this.#at(`/?p=${number}`), status: statusOf(publication) },
      ...{ at: dateOf(story), modifiedAt: story.modifiedAt },
      ...{ content: this.#blocks(story.html), excerpt: story.excerpt },
      creator: people[0]?.login ?? '',
      isSticky: story.featured,
      terms: [
        ...this.#named('category', this.#categories, story.categories),
        ...this.#named('post_tag', this.#tags, story.tags),
        ...people.map(({ login }) => namedTerm('author', `cap-${login}`, login)),
      ].join(''),
      meta: [
        ['_thumbnail_id', thumbnail ?? ''],
        ...(isElsewhere
          ? ([
              ['fifu_image_url', picture.address],
              ['fifu_image_alt', picture.alt],
            ] as const)
          : []),
        ['wps_subtitle', story.standfirst],
        ['_aioseop_keywords', story.keywords.join(',')],
        ...seoOf(story),
        ...formerSlugs(story),
      ],
    })
  }

  #named(domain: string, terms: ReadonlyMap<Key, Term>, keys: readonly Key[]): string[] {
    return keys.flatMap((key) => {
      const term = terms.get(key)
      return term === undefined ? [] : [namedTerm(domain, term.nicename, term.name)]
    })
  }

  #blocks(html: string): string {
    return blocksOf(html, (address) => this.#pictures.get(address) ?? null)
  }

  // Ways --------------------------------------------------------------------------------------------------------------

  #menu({ key, name, links }: Menu): string {
    this.#terms += 1
    const term = elements({
      'wp:term_id': this.#terms,
      'wp:term_taxonomy': 'nav_menu',
      'wp:term_slug': key,
      'wp:term_parent': '',
      'wp:term_name': name,
    })
    const items: string[] = []
    this.#menuLinks(links, key, 0, items)
    return `<wp:term>\n${term}</wp:term>\n${items.join('')}`
  }

  #menuLinks(links: readonly MenuLink[], menu: Key, parent: number, items: string[]): void {
    for (const { label, to, links: inside } of links) {
      const order = items.length + 1
      const number = this.#number('other', `${menu} ${order}`)
      const target = this.#menuTarget(to)
      items.push(
        this.#item({
          ...{ number, type: 'nav_menu_item', status: 'publish', slug: String(number), order },
          ...{ title: label, link: this.#at(`/?p=${number}`), at: this.#options.now.toISOString() },
          ...{ modifiedAt: null, content: '', excerpt: '', terms: namedTerm('nav_menu', menu, menu) },
          meta: [
            ['_menu_item_type', target.type],
            ['_menu_item_menu_item_parent', parent],
            ['_menu_item_object_id', target.id ?? number],
            ['_menu_item_object', target.object],
            ['_menu_item_target', ''],
            ['_menu_item_url', target.url],
          ],
        }),
      )
      this.#menuLinks(inside, menu, number, items)
    }
  }

  #menuTarget(to: Target): { type: string; object: string; id: number | null; url: string } {
    switch (to.kind) {
      case 'story':
        return { type: 'post_type', object: 'post', id: this.#number('story', to.key), url: '' }
      case 'page':
        return { type: 'post_type', object: 'page', id: this.#number('page', to.key), url: '' }
      case 'category':
      case 'tag': {
        const term = (to.kind === 'category' ? this.#categories : this.#tags).get(to.key)
        const object = to.kind === 'category' ? 'category' : 'post_tag'
        return { type: 'taxonomy', object, id: term?.number ?? null, url: '' }
      }
      default:
        return { type: 'custom', object: 'custom', id: null, url: this.#addressOf(to) }
    }
  }

  #addressOf(to: Target): string {
    switch (to.kind) {
      case 'address':
        return to.address
      case 'person':
        return this.#at(`/author/${this.#people.get(to.key)?.login ?? ''}/`)
      case 'tag':
        return this.#at(`/tag/${this.#tags.get(to.key)?.nicename ?? ''}/`)
      case 'category':
        return this.#at(`/category/${this.#categories.get(to.key)?.nicename ?? ''}/`)
      case 'page':
        return this.#at(`/?page_id=${this.#number('page', to.key)}`)
      case 'story':
        return this.#at(`/?p=${this.#number('story', to.key)}`)
    }
  }

  #redirect({ from, to }: Redirect): void {
    this.#leadOn(from, this.#addressOf(to))
  }

  #leadOn(from: string, to: string): void {
    const path = (address: string) =>
      address.startsWith(`${this.#options.siteUrl}/`) ? address.slice(this.#options.siteUrl.length) : address
    this.redirects.push([path(from), path(to)])
  }

  // Items -------------------------------------------------------------------------------------------------------------

  #at(path: string): string {
    return this.#options.siteUrl + path
  }

  #item(item: WxrItem): string {
    const { number, at } = item
    const isDated = !['draft', 'pending'].includes(item.status)
    return `<item>\n${elements({
      title: item.title,
      link: item.link,
      pubDate: at === null || !isDated ? '' : new Calendar(null, null).feedTime(at).replace('GMT', '+0000'),
      'dc:creator': item.creator ?? '',
    })}<guid isPermaLink="false">${cdata(item.guid ?? item.link)}</guid>\n${elements({
      description: '',
      'content:encoded': item.content,
      'excerpt:encoded': item.excerpt,
      'wp:post_id': number,
      'wp:post_date': at === null ? NO_DATE : this.#calendar.dayAndTimeOf(at),
      // WordPress has none for what is not public yet.
      'wp:post_date_gmt': at === null || !isDated ? NO_DATE : UTC.dayAndTimeOf(at),
      'wp:post_modified': this.#calendar.dayAndTimeOf(item.modifiedAt ?? at ?? EPOCH),
      'wp:post_modified_gmt': UTC.dayAndTimeOf(item.modifiedAt ?? at ?? EPOCH),
      'wp:comment_status': 'closed',
      'wp:ping_status': 'closed',
      'wp:post_name': item.slug,
      'wp:status': item.status,
      'wp:post_parent': item.parent ?? 0,
      'wp:menu_order': item.order ?? 0,
      'wp:post_type': item.type,
      'wp:post_password': '',
      'wp:is_sticky': item.isSticky === true ? 1 : 0,
    })}${item.inside ?? ''}${item.terms ?? ''}${customFields(item.meta)}</item>\n`
  }
}

interface WxrItem {
  number: number
  type: string
  title: string
  slug: string
  link: string
  guid?: string
  status: string
  /** ISO times. */
  at: string | null
  modifiedAt: string | null
  content: string
  excerpt: string
  creator?: string
  parent?: number
  order?: number
  isSticky?: boolean
  /** More elements, terms, and custom fields. */
  inside?: string
  terms?: string
  meta: readonly (readonly [key: string, value: string | number])[]
}

const UTC = new Calendar(null, null)
const NO_DATE = '0000-00-00 00:00:00'
const EPOCH = '1970-01-01T00:00:00Z'

function dateOf({ publication, createdAt }: Story | Page): string | null {
  return 'at' in publication ? publication.at : createdAt
}

function isPublic({ state }: Publication): boolean {
  return state === 'published' || state === 'scheduled'
}

/** What was public once and is not now is private: WordPress keeps its date and address then, and shows it to staff only. */
const STATUSES: Readonly<Record<Publication['state'], string>> = {
  published: 'publish',
  scheduled: 'future',
  draft: 'draft',
  review: 'pending',
  archived: 'private',
}

function statusOf({ state }: Publication): string {
  return STATUSES[state]
}

function seoOf({ metaTitle, metaDescription }: Story | Page): [string, string][] {
  return [
    ['_yoast_wpseo_title', metaTitle],
    ['_yoast_wpseo_metadesc', metaDescription],
  ]
}

/** WordPress leads on from a former slug at the same place. */
function formerSlugs({ addresses }: Story | Page): [string, string][] {
  const [own = '', ...former] = addresses
  const folder = own.replace(/[^/]*$/, '')
  return former
    .filter((address) => address.startsWith(folder) && !address.slice(folder.length).includes('/'))
    .map((address) => ['_wp_old_slug', address.slice(folder.length)])
}
