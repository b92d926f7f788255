import type { Choices } from '../../domain/newsroom/import-report.ts'
import type { Address } from '../description.ts'
import type { Stage } from '../stage.ts'
import { Leads } from './leads.ts'
import type { Magazine } from './magazine.ts'
import { Pictures } from './pictures.ts'
import { type Merged, Places } from './places.ts'
import type { PlannedPicture, PlannedRow } from './planned.ts'
import { categoryRow } from './rows/category-row.ts'
import { type PlannedMenus, menuRows } from './rows/menu-rows.ts'
import { pageRow } from './rows/page-row.ts'
import type { Parts } from './rows/parts.ts'
import { personRow } from './rows/person-row.ts'
import { sectionRow } from './rows/section-row.ts'
import { settingsRow } from './rows/settings-row.ts'
import { storyRow } from './rows/story-row.ts'
import { subscriberRow } from './rows/subscriber-row.ts'
import { tagRow } from './rows/tag-row.ts'
import { pagesInOrder } from './slugs.ts'

/**
 * What an export file becomes in a magazine: rows in the order in which they can be written. Reads the stage only, so a plan
 * of the same file, magazine, choices and pictures is the same.
 */
export class Plan {
  readonly source: string
  readonly choices: Choices
  readonly #stage: Stage
  readonly #magazine: Magazine
  readonly #places: Places
  readonly #pictures: Pictures
  readonly #leads: Leads
  readonly #menus: PlannedMenus

  /** `file`: see `Stage.source`. */
  constructor(stage: Stage, magazine: Magazine, file: string, choices: Choices) {
    this.source = stage.source(file)
    this.choices = choices
    this.#stage = stage
    this.#magazine = magazine
    this.#places = new Places(stage, magazine, this.source, choices)
    this.#pictures = new Pictures(stage, this.source)
    this.#leads = new Leads(stage, this.#places, this.#pictures)
    this.#menus = menuRows([...stage.of('menu')], { places: this.#places, leads: this.#leads })
  }

  /** An address of the old site as a whole one; null where the file does not say where it stood. */
  absolute(address: Address): string | null {
    return this.#leads.old.absolute(address)
  }

  /** All pictures, also the ones that nothing shows. */
  pictures(): IterableIterator<PlannedPicture> {
    return this.#pictures[Symbol.iterator]()
  }

  /** The items that are rows of the magazine, or other items of the file, already. */
  get merged(): readonly Merged[] {
    return this.#places.merged
  }

  /** The menus and redirects of the file, and its name, that make no row. */
  *leftOut(): Generator<{ what: string; title: string; place: string; why: string }> {
    const menus = this.choices.menus
      ? this.#menus.leftOut
      : Array.from(this.#stage.of('menu'), (menu) => ({ menu, why: 'The magazine keeps its menus' }))
    for (const { menu, why } of menus)
      yield { what: 'Menu', title: menu.name || menu.key, place: menu.place, why }
    for (const redirect of this.#leads.leadNowhere)
      yield { what: 'Redirect', ...redirect, why: 'It led to what is not in the magazine, or not public' }
    if (this.choices.settings) return
    for (const { name, place } of this.#stage.of('magazine'))
      if (name !== '')
        yield { what: 'Name', title: name, place, why: 'The magazine keeps its name, tagline and language' }
  }

  /** The rows; `stored`: where each picture is now, by its id. One that is not there is a link to its old address. */
  *rows(stored: ReadonlyMap<string, string>): Generator<PlannedRow> {
    const places = this.#places
    const parts: Parts = {
      ...{ magazine: this.#magazine, places, leads: this.#leads },
      pictureAt: (picture) => stored.get(this.#pictures.find(picture)?.id ?? '') ?? null,
    }
    if (this.choices.settings)
      for (const item of this.#stage.of('magazine')) if (item.name !== '') yield settingsRow(item)
    for (const section of places.sections.values()) yield sectionRow(section)
    for (const item of this.#stage.of('category'))
      if (places.hasOwnRow('category', item.key)) yield categoryRow(item, places)
    for (const item of this.#stage.of('tag'))
      if (places.hasOwnRow('tag', item.key)) yield tagRow(item, places)
    for (const item of this.#stage.of('person'))
      if (places.hasOwnRow('person', item.key)) yield personRow(item, parts)
    for (const item of pagesInOrder(this.#stage.of('page'))) yield pageRow(item, parts)
    for (const item of this.#stage.of('story')) yield storyRow(item, parts)
    if (this.choices.menus) yield* this.#menus.rows
    yield* this.#leads.redirects(this.#magazine, stored)
    for (const item of this.#stage.of('subscriber')) yield subscriberRow(item)
  }
}
