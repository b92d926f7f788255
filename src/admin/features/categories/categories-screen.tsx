import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../domain/role.ts'
import { articleUsesQuery } from '../../data/article-uses.ts'
import { articlesColumn, createdColumn, RowName } from '../../resources/columns.tsx'
import { type Column, actionsColumn, DataTable } from '../../resources/data-table.tsx'
import { DeleteUsedDialog } from '../../resources/delete-dialog.tsx'
import { ListResults } from '../../resources/list-results.tsx'
import { type OpenDialog, ListScreen } from '../../resources/list-screen.tsx'
import { deleteAction, editAction, RowMenu } from '../../resources/row-menu.tsx'
import { useListScreen } from '../../resources/use-list-screen.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ColorDot } from '../../ui/color-dot.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type CategoriesQuery, categoriesSearchSchema, toCategoriesQuery } from './categories-search.ts'
import { type CategoryRow, categoryListQuery, PAGE_SIZE, useDeleteCategory } from './data/categories.ts'
import { deletingNote } from './section-note.ts'

const CategoryDialog = lazyPart(async () => (await import('./category-dialog.tsx')).CategoryDialog)

/** The categories: a list for everyone, changed by editors. */
export function CategoriesScreen() {
  const mayWrite = can(useProfile().role, 'categories.write')
  const screen = useListScreen({
    schema: categoriesSearchSchema,
    toQuery: toCategoriesQuery,
    listQuery: categoryListQuery,
  })
  const [open, setOpen] = useState<OpenDialog<CategoryRow> | null>(null)
  const edit = (row: CategoryRow | null) => setOpen({ kind: 'edit', row })
  const close = () => setOpen(null)

  const columns: Column<CategoryRow, CategoriesQuery['sort']>[] = [
    {
      header: 'Name',
      sort: 'name',
      headClassName: 'w-full @3xl:w-1/3',
      cellClassName: 'min-w-44',
      cell: (row) => (
        <span className="flex items-center gap-2.5">
          <ColorDot color={row.color} />
          <span className="min-w-0">
            <RowName name={row.name} onEdit={mayWrite ? () => edit(row) : null} />
            <span className="line-clamp-1 text-xs break-all text-soft">{row.slug}</span>
          </span>
        </span>
      ),
    },
    {
      header: 'Description',
      className: 'hidden @3xl:table-cell',
      cell: ({ description }) => (
        <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-soft">{description}</span>
      ),
    },
    articlesColumn('category'),
    createdColumn(),
  ]
  if (mayWrite) {
    columns.push(
      actionsColumn((row) => (
        <RowMenu
          name={row.name}
          actions={[editAction(() => edit(row)), deleteAction(() => setOpen({ kind: 'delete', row }))]}
        />
      )),
    )
  }

  return (
    <ListScreen
      title="Categories"
      screen={screen}
      create={
        mayWrite
          ? { label: 'Category', onPress: () => edit(null), onApproach: CategoryDialog.preload }
          : undefined
      }
    >
      <ListResults
        screen={screen}
        noun="categories"
        pageSize={PAGE_SIZE}
        errorTitle="Failed to fetch categories"
        emptyTitle="No categories yet."
        noMatchTitle="No categories match."
        onApproach={mayWrite ? CategoryDialog.preload : undefined}
      >
        {(rows) => (
          <DataTable
            label="Categories"
            columns={columns}
            rows={rows}
            sorting={screen.query}
            onSort={screen.change}
          />
        )}
      </ListResults>
      {open?.kind === 'edit' && <CategoryDialog category={open.row} onClose={close} />}
      {open?.kind === 'delete' && <DeleteCategory category={open.row} onClose={close} />}
    </ListScreen>
  )
}

function DeleteCategory({ category, onClose }: { category: CategoryRow; onClose: () => void }) {
  const uses = useQuery(articleUsesQuery('categories', category.id))
  const { mutateAsync } = useDeleteCategory()
  return (
    <DeleteUsedDialog
      noun="category"
      name={category.name}
      uses={uses}
      note={deletingNote(category.name)}
      onDelete={() => mutateAsync(category.id)}
      onClose={onClose}
    />
  )
}
