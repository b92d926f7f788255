import { isObject, objects } from '../../domain/body/json.ts'
import type { Menu, MenuLink } from '../description.ts'
import { Fields } from './fields.ts'

/** The menus in the settings of a site of Hugo. */
export function hugoMenus(settings: Fields, place: string): Menu[] {
  const menus = settings.value('menus', 'menu')
  if (!isObject(menus)) return []
  return Object.entries(menus).flatMap(([name, entries]) => {
    const fields = objects(entries)
      .slice(0, MAX_ENTRIES)
      .map((entry) => new Fields(entry))
    const links = linksOf(fields, '', MAX_DEPTH)
    const at = /main|header|top|primary/i.test(name) ? 'header' : /foot/i.test(name) ? 'footer' : null
    return links.length === 0 ? [] : [{ kind: 'menu', key: name, place, notes: [], name, at, links } as const]
  })
}

/** Bounds for a menu that people use. */
const [MAX_ENTRIES, MAX_DEPTH] = [200, 3]

function linksOf(entries: readonly Fields[], parent: string, depth: number): MenuLink[] {
  if (depth === 0) return []
  return entries
    .filter((entry) => entry.text('parent') === parent)
    .sort((one, other) => weight(one) - weight(other))
    .map((entry) => {
      const name = entry.text('name', 'title', 'identifier')
      const reference = entry.text('pageRef')
      const address = entry.text('url') || (reference === '' ? '#' : `/${reference.replace(/^\/|\/$/g, '')}/`)
      const key = entry.text('identifier') || name
      const links = key === '' ? [] : linksOf(entries, key, depth - 1)
      return { label: name, to: { kind: 'address', address }, links }
    })
}

/** Those without a weight come last. */
function weight(entry: Fields): number {
  return Number(entry.text('weight')) || Number.MAX_SAFE_INTEGER
}
