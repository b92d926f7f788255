import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { House, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type SectionRow, isInSection, sectionPath } from '../../../domain/sections/section.ts'
import { useHasOwnHeader } from '../../data/menus/menus.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { attempt } from '../../resources/describe-error.ts'
import { OrderCard } from '../../resources/order-card.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { RowMenu } from '../../resources/row-menu.tsx'
import { categoriesQuery } from '../../story/categories.ts'
import { sectionsQuery } from '../../story/sections.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { useScreenActions } from '../../ui/layout/screen-actions.ts'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { CHANGED_ENTITIES, addCategoryOf, orderArgs, orderSections } from './sections.ts'

const SectionDialog = lazyPart(async () => (await import('./section-dialog.tsx')).SectionDialog)
const RemoveSectionDialog = lazyPart(
  async () => (await import('./remove-section-dialog.tsx')).RemoveSectionDialog,
)

type Open = { kind: 'edit'; row: SectionRow | null } | { kind: 'remove'; row: SectionRow }

/** The sections in their order, and the standard home page's. */
export function SectionsScreen() {
  const { data: sections, isLoadingError, error, refetch } = useQuery(sectionsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const create = () => setOpen({ kind: 'edit', row: null })
  useScreenActions([{ id: 'create', label: 'New Section', icon: Plus, onAction: create }])
  return (
    <ScreenBox>
      <ScreenTitle>Sections</ScreenTitle>
      <p className="text-soft md:-mt-3">
        The pages that list the stories of some categories. Which ones is chosen in the dialog of each{' '}
        <Link to="/admin/categories" className="text-prussian underline">
          category
        </Link>
        .
      </p>
      <TopBarActions>
        <Button
          variant="primary"
          onPress={create}
          onHoverStart={SectionDialog.preload}
          onFocus={SectionDialog.preload}
        >
          <Plus aria-hidden className="size-4" />
          New Section
        </Button>
      </TopBarActions>
      {isLoadingError ? (
        <QueryError title="Failed to load the sections" error={error} refetch={refetch} />
      ) : sections === undefined ? (
        <div aria-busy className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <span className="sr-only">Loading the sections</span>
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      ) : sections.length === 0 ? (
        <EmptyState
          title="No sections yet"
          detail="A magazine begins with one: a title, an address, and the categories that it lists."
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <AllSections sections={sections} onOpen={setOpen} />
          <HomeSections sections={sections} />
        </div>
      )}
      {open?.kind === 'edit' && <SectionDialog row={open.row} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveSectionDialog
          section={open.row}
          others={sections?.filter(({ id }) => id !== open.row.id) ?? []}
          onClose={close}
        />
      )}
    </ScreenBox>
  )
}

/** What the order of the navigation or, `home`, of the standard home page is made of. */
const orderOf = (home: boolean) => ({
  nameOf: ({ title }: SectionRow) => title,
  changes: CHANGED_ENTITIES,
  plan: (ids: readonly string[]) => ({ call: 'order_sections', args: orderArgs(ids, home) }),
  save: (ids: readonly string[]) => orderSections(orderArgs(ids, home)),
})

function AllSections({
  sections,
  onOpen,
}: {
  sections: readonly SectionRow[]
  onOpen: (open: Open) => void
}) {
  const { data: categories } = useQuery(categoriesQuery)
  const hasOwnHeader = useHasOwnHeader()
  return (
    <OrderCard title="Order" rows={sections} stored={sections} {...orderOf(false)}>
      {(section) => {
        const listed = categories?.filter((category) => isInSection(category, section)).length
        return (
          <>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2.5">
                <button
                  type="button"
                  onClick={() => onOpen({ kind: 'edit', row: section })}
                  className="cursor-pointer rounded-sm text-left font-serif text-lg leading-snug [overflow-wrap:anywhere] hover:underline"
                >
                  {section.title}
                </button>
                {!hasOwnHeader && !section.in_navigation && (
                  <span className="text-xs text-soft">Not in the navigation</span>
                )}
              </p>
              <p className="flex flex-wrap gap-x-2.5 text-xs text-soft">
                <span className="break-all">{sectionPath(section)}</span>
                {listed === 0 ? (
                  <NoCategory section={section} />
                ) : (
                  listed !== undefined && <span>{listed === 1 ? '1 category' : `${listed} categories`}</span>
                )}
              </p>
            </div>
            <RowMenu
              name={section.title}
              actions={[
                {
                  id: 'edit',
                  label: 'Edit',
                  icon: Pencil,
                  onAction: () => onOpen({ kind: 'edit', row: section }),
                },
                {
                  ...{ id: 'remove', label: 'Remove…', icon: Trash2, tone: 'destructive' },
                  onAction: () => onOpen({ kind: 'remove', row: section }),
                },
              ]}
            />
          </>
        )
      }}
    </OrderCard>
  )
}

/** Says that a section lists nothing, and makes a category of its name. */
function NoCategory({ section }: { section: SectionRow }) {
  const { mutateAsync, isPending } = useEntityMutation(['categories'], addCategoryOf)
  const add = () =>
    attempt('The category could not be created', () => mutateAsync(section), {
      duplicate: `There is a category “${section.title}” already. Choose this section in its dialog.`,
    })
  return (
    <>
      <span>No category yet: it lists no story</span>
      <button
        type="button"
        disabled={isPending}
        onClick={() => void add()}
        className="cursor-pointer rounded-sm font-semibold text-prussian hover:underline disabled:cursor-progress"
      >
        {`Add a category “${section.title}”`}
      </button>
    </>
  )
}

/** The sections on the standard home page, which it has while nobody has made a front of it. */
function HomeSections({ sections }: { sections: readonly SectionRow[] }) {
  const onHome = sections
    .filter(({ home_position }) => home_position !== null)
    .sort((a, b) => (a.home_position ?? 0) - (b.home_position ?? 0))
  return (
    <OrderCard
      title="On the standard home page"
      rows={sections}
      stored={onHome}
      {...orderOf(true)}
      note="Home shows three stories of each while nobody has made a front of it."
      absent={(others, add) => (
        <ul aria-label="Not on the home page" className="flex flex-wrap gap-2 border-t border-rule pt-3">
          {others.map((section) => (
            <li key={section.id}>
              <Button size="sm" onPress={() => add(section)}>
                <House aria-hidden className="size-4" />
                {`Add ${section.title}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    >
      {(section, takeOut) => (
        <>
          <p className="min-w-0 flex-1 truncate text-sm">{section.title}</p>
          <Button
            size="icon"
            variant="ghost"
            aria-label={`Take ${section.title} off the home page`}
            onPress={takeOut}
          >
            <Trash2 aria-hidden className="size-4" />
          </Button>
        </>
      )}
    </OrderCard>
  )
}
