import { useQuery } from '@tanstack/react-query'
import type { PlannedChange } from '../../domain/newsroom/prediction.ts'
import { type LinkedRow, type Menu, menusNaming } from '../../domain/site/menu.ts'
import { menusQuery } from '../data/menus/menus.ts'
import { formatList } from '../ui/dates/format.ts'

/** The tables whose rows links of menus lead to. */
const KINDS: Readonly<Record<string, LinkedRow>> = {
  categories: 'category',
  tags: 'tag',
  pages: 'page',
  author_profiles: 'author',
  articles: 'story',
}

/** What becomes of the links in these menus, one for each: 'Its links in the footer and header go, too.' */
export function linkText(menus: readonly Menu['id'][], where: ', too' | ' along'): string {
  const [links, go] = menus.length === 1 ? ['link', 'goes'] : ['links', 'go']
  return `Its ${links} in the ${formatList([...new Set(menus)])} ${go}${where}.`
}

/** Says in which menus the rows stand that would be deleted; nothing where they stand in none. */
export function MenuNote({ planned }: { planned: readonly PlannedChange[] }) {
  const { data: menus = [] } = useQuery(menusQuery)
  const linked = planned.flatMap((change) => {
    const kind = 'table' in change && change.row === null ? KINDS[change.table] : undefined
    if (kind === undefined || !('table' in change) || change.id === null) return []
    return menusNaming(menus, { kind, id: change.id })
  })
  return linked.length > 0 && <p className="mt-3">{linkText(linked, ', too')}</p>
}
