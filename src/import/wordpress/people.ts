import type { Address, Key, Person } from '../description.ts'
import { idOf, type NamedTerm, type WxrRecord, kept } from './wxr-record.ts'
import { decoded, nicenameOf, plain } from './plain.ts'
import type { Site } from './site.ts'

/** What the file says of somebody, in several places. */
interface Known {
  name: string
  nicename: string
  email: string
  bio: string
  links: string[]
  picture: Key | null
  /** The number of the account, '' without one. */
  id: string
  place: string
}

/** An address that stands for none. */
const NO_ADDRESS = /\.invalid$/i

/** The prefix that Co-Authors Plus gives to the nicenames of authors. */
const CO_AUTHOR = /^cap-/

/** Everybody who wrote something: accounts by their login, guests by their nicename. Of a first reading of the file. */
export class People {
  readonly #known = new Map<Key, Known>()
  readonly #keys = new Map<string, Key>()
  readonly #emitted = new Set<Key>()

  /** An account: `wp:author`. */
  addAuthor(record: WxrRecord, place: string): void {
    const login = kept(record.text('wp:author_login'))
    if (login === '' || this.#known.has(login)) return
    const names = [record.text('wp:author_first_name'), record.text('wp:author_last_name')]
    const name = plain(record.raw('wp:author_display_name')) || plain(names.join(' '))
    const email = record.text('wp:author_email')
    const known = { ...unknown(login, place), email: kept(email), id: kept(record.text('wp:author_id')) }
    this.#known.set(login, { ...known, name: kept(name) || known.name })
    for (const other of [login.toLowerCase(), nicenameOf(login)]) this.#name(other, login)
  }

  /** The profile of a guest of Co-Authors Plus, an item of its own. */
  addGuest(record: WxrRecord, place: string): void {
    const nicename = kept(record.text('wp:post_name').replace(CO_AUTHOR, ''))
    if (nicename === '') return
    const linked = record.meta('cap-linked_account')
    const key = (linked === '' ? undefined : this.#keys.get(linked.toLowerCase())) ?? nicename
    const known = this.#known.get(key) ?? unknown(nicename, place)
    const website = record.meta('cap-website')
    this.#known.set(key, {
      ...known,
      name: kept(plain(record.meta('cap-display_name')) || plain(record.raw('title'))) || known.name,
      bio: kept(plain(record.meta('cap-description'))) || known.bio,
      email: kept(record.meta('cap-user_email')) || known.email,
      links: website === '' ? known.links : [...new Set([...known.links, kept(website)])],
      picture: idOf(record.meta('_thumbnail_id')) ?? known.picture,
    })
    this.#name(nicename, key)
  }

  /** An author of PublishPress Authors: a term with custom fields. */
  addTerm(record: WxrRecord, place: string): void {
    const nicename = kept(record.text('wp:term_slug').replace(CO_AUTHOR, ''))
    if (nicename === '') return
    const user = record.meta('user_id')
    const account = user === '' ? undefined : [...this.#known].find(([, { id }]) => id === user)?.[0]
    const key = account ?? this.#keys.get(nicename) ?? nicename
    const known = this.#known.get(key)
    if (known === undefined && record.meta('user_email') === '' && record.meta('description') === '') return
    const before = known ?? { ...unknown(nicename, place), name: kept(plain(record.raw('wp:term_name'))) }
    const website = record.meta('user_url')
    this.#known.set(key, {
      ...before,
      bio: before.bio || kept(plain(record.meta('description'))),
      email: before.email || kept(record.meta('user_email')),
      links: website === '' ? before.links : [...new Set([...before.links, kept(website)])],
    })
    this.#name(nicename, key)
  }

  #name(name: string, key: Key): void {
    if (name !== '' && !this.#keys.has(name)) this.#keys.set(name, key)
  }

  /** Whether somebody's archive has this nicename. */
  has(nicename: string): boolean {
    return this.#keys.has(nicename)
  }

  /** The key of somebody whom an item names as author: the term of a co-author, or the login. */
  keyOf({ nicename, name }: Pick<NamedTerm, 'nicename' | 'name'>): Key {
    const slug = nicename.replace(CO_AUTHOR, '')
    const spellings = [slug, name.toLowerCase(), slug.toLowerCase(), nicenameOf(name)]
    const found = spellings.map((spelling) => this.#keys.get(spelling)).find((key) => key !== undefined)
    return found ?? (slug === '' ? name : slug)
  }

  /**
   * Somebody as an item, unless it was made already. `term`: how a story names somebody of whom the file says nothing
   * else.
   */
  *item(
    key: Key,
    place: string,
    site: Site,
    addressOf: (id: Key) => Address | null,
    term = '',
  ): Generator<Person> {
    if (key === '' || this.#emitted.has(key)) return
    this.#emitted.add(key)
    const known = this.#known.get(key)
    // A login may be an e-mail address, which is not to be read as a name.
    const name = known?.name ?? (plain(term) || key).replace(/@[^]*$/, '')
    const { nicename, email, bio, links, picture } = known ?? { ...unknown(key, place), name }
    const slug = decoded(nicename)
    yield {
      kind: 'person',
      key,
      place: known?.place ?? place,
      notes: [],
      ...{ name, slug, bio, links },
      email: [email, key].find((one) => one.includes('@') && !NO_ADDRESS.test(one)) ?? '',
      picture: picture === null ? null : addressOf(picture),
      addresses: [
        site.at(`/author/${nicename}/`),
        site.at(`/author/${nicename}/feed/`),
        ...(known === undefined || !/^\d+$/.test(known.id) ? [] : [site.at(`/?author=${known.id}`)]),
      ],
    }
  }
}

function unknown(login: string, place: string): Known {
  const name = login.replace(/@[^]*$/, '')
  const nicename = nicenameOf(login)
  return { name, nicename, email: '', bio: '', links: [], picture: null, id: '', place }
}
