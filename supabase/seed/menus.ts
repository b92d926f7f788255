import type { Menu, MenuTarget } from '../../src/domain/site/menu.ts'
import { FOOTER, SEARCHES } from '../../src/magazine/navigation.ts'
import { categoryId, sectionId } from './categories.ts'
import { stableId } from './stable.ts'

type Link = (typeof FOOTER)[number]['links'][number]

function targetOf(link: Link): MenuTarget {
  if ('site' in link) return { kind: 'site', page: link.site }
  if ('section' in link) return { kind: 'section', id: sectionId(link.section) }
  return { kind: 'category', id: categoryId(link.category) }
}

/** The rows of `menus`. The header has the standard one. */
export function menuRows(): Menu[] {
  const items = FOOTER.map(({ title, links }) => ({
    id: stableId('menu', title),
    title,
    links: links.map((link) => ({
      id: stableId('menu', JSON.stringify(link)),
      label: link.label,
      to: targetOf(link),
    })),
  }))
  return [
    { id: 'footer', items },
    { id: 'searches', items: [...SEARCHES] },
  ]
}
