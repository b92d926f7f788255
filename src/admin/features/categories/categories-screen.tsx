import { NamedScreen } from '../../resources/named/named-screen.tsx'
import { ColorDot } from '../../ui/layout/color-dot.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { useSections } from '../../story/sections.ts'
import { categories, deletionNote } from './categories.ts'

const CategoryDialog = lazyPart(async () => (await import('./category-dialog.tsx')).CategoryDialog)

export function CategoriesScreen() {
  const sections = useSections()
  return (
    <NamedScreen
      named={categories}
      Dialog={CategoryDialog}
      nameColumn={{
        headClassName: 'w-full @3xl:w-1/3',
        cell: ({ color, slug }, name) => (
          <span className="flex items-center gap-2.5">
            <ColorDot color={color} />
            <span className="min-w-0">
              {name}
              <span className="line-clamp-1 text-xs break-all text-soft">{slug}</span>
            </span>
          </span>
        ),
      }}
      detailColumn={{
        header: 'Description',
        className: 'hidden @3xl:table-cell',
        cell: ({ description }) => (
          <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-soft">{description}</span>
        ),
      }}
      deletionNote={(category) => deletionNote(sections, category)}
    />
  )
}
