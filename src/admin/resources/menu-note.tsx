import { useQuery } from '@tanstack/react-query'
import type { PlannedChange } from '../../domain/newsroom/prediction.ts'
import { type LinkedRow, menusNaming } from '../../domain/site/menu.ts'
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

/** Says in which menus the rows stand that would be deleted; nothing where they stand in none. */
export function MenuNote({ planned }: { planned: readonly PlannedChange[] }) {
  const { data: menus = [] } = useQuery(menusQuery)
  const names = new Set(
    planned.flatMap((change) => {
      const kind = 'table' in change && change.row === null ? KINDS[change.table] : undefined
      if (kind === undefined || !('table' in change) || change.id === null) return []
      return menusNaming(menus, { kind, id: change.id })
    }),
  )
  if (names.size === 0) return null
  return <p className="mt-3">{`Its link in the ${formatList([...names])} goes, too.`}</p>
}
