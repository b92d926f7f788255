import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { LIST_PAGE_SIZE, toListQuery } from '../../data/list-search.ts'
import { ListResults } from '../../resources/list-results.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { NewButton } from '../../ui/new-button.tsx'
import { pageListQuery, type PageRow } from './data/page-list.ts'
import { DeletePageDialog } from './delete-page-dialog.tsx'
import { EditPageDialog, NewPageDialog, PageEditor } from './page-dialog.tsx'
import { PageTable } from './page-table.tsx'
import type { PagesSearch } from './pages-search.ts'

const route = getRouteApi('/admin/pages')

/** The static pages. The screen asks for no role (admin spec §6): who may save and delete, the database says. */
export function PagesScreen() {
  const { edit, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const query = toListQuery(search, 'created_at')
  const list = useQuery(pageListQuery(query))
  const [deleting, setDeleting] = useState<PageRow | null>(null)

  /** A changed search starts again at the first page. */
  const change = (part: PagesSearch) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true })
  }
  const open = (id: string) => void navigate({ search: (before) => ({ ...before, edit: id }) })
  // The dialog has asked already.
  const close = () =>
    void navigate({ search: (before) => ({ ...before, edit: undefined }), ignoreBlocker: true })

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:p-7">
      <ScreenTitle>Pages</ScreenTitle>
      <NewButton what="Page" onPress={() => open('new')} onApproach={PageEditor.preload} />
      <search aria-label="Pages">
        <SearchBox
          label="Search pages"
          text={query.text}
          onText={(text) => change({ q: text || undefined })}
          className="md:max-w-md"
        />
      </search>
      <ListResults
        noun="pages"
        data={list.data}
        errorTitle="Failed to fetch pages"
        emptyTitle="No pages found."
        isError={list.isError}
        isStale={list.isPlaceholderData}
        isNarrowed={query.text !== '' || query.page > 1}
        page={query.page}
        pageSize={LIST_PAGE_SIZE}
        onRetry={() => void list.refetch()}
        onPage={(page) => change({ page: page === 1 ? undefined : page })}
        onShowAll={() => change({ q: undefined })}
      >
        {(rows) => (
          <PageTable
            rows={rows}
            above={list.data?.above ?? []}
            query={query}
            onChange={change}
            onEdit={(row) => open(row.id)}
            onDelete={setDeleting}
          />
        )}
      </ListResults>
      {edit === 'new' && <NewPageDialog onClose={close} />}
      {edit !== undefined && edit !== 'new' && <EditPageDialog key={edit} id={edit} onClose={close} />}
      {deleting !== null && (
        <DeletePageDialog page={deleting} above={list.data?.above ?? []} onClose={() => setDeleting(null)} />
      )}
    </div>
  )
}
