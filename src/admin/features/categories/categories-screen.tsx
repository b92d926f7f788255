import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '../../../domain/role.ts'
import { LIST_PAGE_SIZE, toListQuery } from '../../data/list-search.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ListResults } from '../../resources/list-results.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { NewButton } from '../../ui/new-button.tsx'
import type { CategoriesSearch } from './categories-search.ts'
import { CategoryTable } from './category-table.tsx'
import { categoryListQuery, type CategoryRow } from './data/category-list.ts'
import { DeleteCategoryDialog } from './delete-category-dialog.tsx'

const CategoryDialog = lazyPart(async () => (await import('./category-dialog.tsx')).CategoryDialog)

const route = getRouteApi('/admin/categories')

type Open = { dialog: 'edit'; row: CategoryRow | null } | { dialog: 'delete'; row: CategoryRow }

/** The categories: a list for everyone, changed by editors (admin spec §2, §6). */
export function CategoriesScreen() {
  const { role } = useProfile()
  const mayWrite = can(role, 'categories.write')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toListQuery(search, 'created_at')
  const isNarrowed = query.text !== '' || query.page > 1
  const list = useQuery(categoryListQuery(query))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  /** A changed search starts again at the first page. */
  const change = (part: CategoriesSearch) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true })
  }

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:p-7">
      <ScreenTitle>Categories</ScreenTitle>
      {mayWrite && (
        <NewButton
          what="Category"
          onPress={() => setOpen({ dialog: 'edit', row: null })}
          onApproach={CategoryDialog.preload}
        />
      )}
      <search aria-label="Categories">
        <SearchBox
          label="Search categories"
          text={query.text}
          onText={(text) => change({ q: text || undefined })}
          className="md:max-w-md"
        />
      </search>
      <ListResults
        noun="categories"
        data={list.data}
        errorTitle="Failed to fetch categories"
        emptyTitle={isNarrowed ? 'No categories match.' : 'No categories yet.'}
        isError={list.isError}
        isStale={list.isPlaceholderData}
        isNarrowed={isNarrowed}
        page={query.page}
        pageSize={LIST_PAGE_SIZE}
        onRetry={() => void list.refetch()}
        onPage={(page) => change({ page: page === 1 ? undefined : page })}
        onShowAll={() => change({ q: undefined })}
        {...(mayWrite ? { onApproach: CategoryDialog.preload } : {})}
      >
        {(rows) => (
          <CategoryTable
            rows={rows}
            query={query}
            mayWrite={mayWrite}
            onChange={change}
            onEdit={(row) => setOpen({ dialog: 'edit', row })}
            onDelete={(row) => setOpen({ dialog: 'delete', row })}
          />
        )}
      </ListResults>
      {open?.dialog === 'edit' && <CategoryDialog category={open.row} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteCategoryDialog category={open.row} onClose={close} />}
    </div>
  )
}
