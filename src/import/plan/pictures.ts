import type { Address, Key, Story } from '../description.ts'
import { importedId } from '../imported-id.ts'
import type { Stage } from '../stage.ts'
import { picturesIn } from './moved-body.ts'
import type { PlannedPicture } from './planned.ts'
import { shortened } from './texts.ts'

/** Every picture of a file, and the ones that only a text or a person names. */
export class Pictures {
  readonly #source: string
  readonly #byKey = new Map<Key, PlannedPicture>()
  readonly #byAddress = new Map<Address, PlannedPicture>()

  constructor(stage: Stage, source: string) {
    this.#source = source
    for (const { key, address, addresses, alt, caption, credit } of stage.of('picture')) {
      const id = importedId(source, 'picture', key)
      const picture = { id, address, addresses, ...texts(alt, caption, credit) }
      this.#byKey.set(key, picture)
      for (const one of [address, ...addresses])
        if (!this.#byAddress.has(one)) this.#byAddress.set(one, picture)
    }
    for (const { picture } of stage.of('person')) if (picture !== null) this.#add(picture)
    for (const { picture, html } of stage.of('story')) {
      if (picture !== null && 'address' in picture) this.#add(picture.address, picture.alt, picture.caption)
      for (const [src, alt] of picturesIn(html)) this.#add(src, alt)
    }
    for (const { html } of stage.of('page')) for (const [src, alt] of picturesIn(html)) this.#add(src, alt)
  }

  /** The picture that is at an address, or has a key; null: the file has none. */
  find(picture: NonNullable<Story['picture']> | Address): PlannedPicture | null {
    if (typeof picture === 'string') return this.#byAddress.get(picture) ?? null
    return 'key' in picture ? (this.#byKey.get(picture.key) ?? null) : this.find(picture.address)
  }

  [Symbol.iterator](): IterableIterator<PlannedPicture> {
    return new Set([...this.#byKey.values(), ...this.#byAddress.values()]).values()
  }

  #add(address: Address, alt = '', caption = ''): void {
    if (this.#byAddress.has(address)) return
    const id = importedId(this.#source, 'picture at', address)
    this.#byAddress.set(address, { id, address, addresses: [], ...texts(alt, caption, '') })
  }
}

function texts(alt: string, caption: string, credit: string) {
  return { alt: shortened(alt, 1000), caption: shortened(caption, 2000), credit: shortened(credit, 300) }
}
