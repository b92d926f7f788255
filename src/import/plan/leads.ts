import { isSiteAddress } from '../../domain/site/redirect.ts'
import type { Address, Target } from '../description.ts'
import type { Stage } from '../stage.ts'
import type { Magazine } from './magazine.ts'
import { OldAddresses } from './old-addresses.ts'
import type { Pictures } from './pictures.ts'
import type { Places } from './places.ts'
import type { PlannedRow } from './planned.ts'
import { isOut } from './texts.ts'

/** Marks the id of a picture as the target of an old address: it has its address when it is stored. */
const PICTURE = 'picture '

/** Where each address of the old site leads. */
export class Leads {
  readonly old: OldAddresses
  readonly #places: Places
  readonly #pictures: Pictures
  /** The paths of stories that are scheduled: links lead there, but a redirect would tell readers of them. */
  readonly #ahead = new Set<string>()
  /** The stories and pages that are not public: nothing leads there. */
  readonly #private = new Set<string>()
  /** Former addresses that led to what is not in the magazine, or not public. */
  readonly leadNowhere: { title: string; place: string }[] = []

  constructor(stage: Stage, places: Places, pictures: Pictures) {
    const [magazine] = stage.of('magazine')
    this.old = new OldAddresses(magazine?.address ?? null)
    this.#places = places
    this.#pictures = pictures
    for (const kind of ['story', 'page'] as const)
      for (const { key, publication, addresses } of stage.of(kind)) {
        const path = places.pathOf(kind, key)
        if (!isOut(publication)) this.#private.add(`${kind} ${key}`)
        if (!isOut(publication) || path === null) continue
        this.#leadAll(addresses, path)
        if (publication.state === 'scheduled') this.#ahead.add(path)
      }
    for (const { key, addresses } of stage.of('category'))
      this.#leadAll(addresses, places.pathOf('category', key), `/rss/${places.slugOf('category', key)}.xml`)
    for (const kind of ['tag', 'person'] as const)
      for (const { key, addresses } of stage.of(kind))
        this.#leadAll(addresses, places.pathOf(kind, key), '/rss.xml')
    for (const { from, to, place } of stage.of('redirect')) {
      const target = this.#targetOf(to)
      if (target === null) this.leadNowhere.push({ title: from, place })
      else this.old.lead(from, target)
    }
  }

  /** Where something is now: a path, or an address of another site; null for what was on the old site only. */
  pathOf(to: Target): string | null {
    const target = this.#targetOf(to)
    return target?.startsWith(PICTURE) ? null : target
  }

  #targetOf(to: Target): string | null {
    if (to.kind !== 'address')
      return this.#private.has(`${to.kind} ${to.key}`) ? null : this.#places.pathOf(to.kind, to.key)
    const picture = this.#pictures.find(to.address)
    return (
      this.old.targetOf(to.address) ?? (picture === null ? this.#elsewhere(to.address) : PICTURE + picture.id)
    )
  }

  /** The redirects of all old addresses. `stored`: see `Plan.rows`. */
  *redirects(magazine: Magazine, stored: ReadonlyMap<string, string>): Generator<PlannedRow> {
    const sections = new Set(
      [...magazine.sections, ...this.#places.sections.values()].map(({ slug }) => `/${slug}`),
    )
    for (const [path, leads] of this.old) {
      const isPicture = leads.startsWith(PICTURE)
      const target = isPicture ? stored.get(leads.slice(PICTURE.length)) : leads
      const isOwn = sections.has(path) || this.#places.targetAt(path) !== null
      if (target === undefined || path === target || isOwn || path === '/' || isSiteAddress(path)) continue
      if (this.#ahead.has(target)) continue
      // A redirect leads nowhere without encryption; files of the magazine are stored as paths.
      if (!isPicture && !/^(?:\/|https:\/\/)/.test(target)) continue
      const key = path.slice(1)
      yield {
        ...{ table: 'slug_redirects', key, title: path, place: '', notes: [] },
        values: { kind: 'custom', old_slug: key, target },
      }
    }
  }

  /** An address of the magazine itself, such as its feed, or of another site; null for what was on the old site only. */
  #elsewhere(address: Address): string | null {
    const path = this.old.pathOf(address)
    if (path !== null) return isSiteAddress(path) ? path : null
    return /^#?$/.test(address) ? null : this.old.absolute(address)
  }

  #leadAll(addresses: readonly Address[], path: string | null, feed = path): void {
    for (const address of addresses) {
      const target = isFeed(address) ? feed : path
      if (target !== null) this.old.lead(address, target)
    }
  }
}

function isFeed(address: Address): boolean {
  return /(?:\/(?:feed|rss|atom)(?:\/[\w.]*)?\/?|\.(?:xml|rss|atom))(?:\?.*)?$/.test(address)
}
