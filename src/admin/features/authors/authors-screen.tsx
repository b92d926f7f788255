import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { AuthorTable } from './author-table.tsx'
import { AUTHORS_PAGE_SIZE, toAuthorsQuery, type AuthorsQuery, type AuthorsSearch } from './authors-search.ts'
import { authorListQuery, type AuthorRow } from './data/author-list.ts'
import { DeleteAuthorDialog } from './delete-author-dialog.tsx'

const AuthorDialog = lazyPart(async () => (await import('./author-dialog.tsx')).AuthorDialog)

const route = getRouteApi('/admin/authors')

/** Who the readers see as authors, for editors (admin spec §2). */
export function AuthorsScreen() {
  const { role } = useProfile()
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:p-7">
      <ScreenTitle>Authors</ScreenTitle>
      {can(role, 'authors.write') ? (
        <Authors />
      ) : (
        <EmptyState title="You don't have permission to manage authors." />
      )}
    </div>
  )
}

type OpenDialog = { kind: 'edit'; author: AuthorRow | null } | { kind: 'delete'; author: AuthorRow }

function Authors() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toAuthorsQuery(search)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const change = (part: AuthorsSearch) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true })
  }
  const close = () => setDialog(null)

  return (
    <>
      <TopBarActions>
        <Button
          variant="primary"
          onPress={() => setDialog({ kind: 'edit', author: null })}
          onHoverStart={AuthorDialog.preload}
          onFocus={AuthorDialog.preload}
        >
          <Plus aria-hidden className="size-4" />
          New Author
        </Button>
      </TopBarActions>
      <search aria-label="Authors">
        <SearchBox
          label="Search authors"
          text={query.text}
          onText={(text) => change({ q: text || undefined })}
          className="md:max-w-md"
        />
      </search>
      <Results
        query={query}
        onChange={change}
        onEdit={(author) => setDialog({ kind: 'edit', author })}
        onDelete={(author) => setDialog({ kind: 'delete', author })}
      />
      {dialog?.kind === 'edit' && <AuthorDialog author={dialog.author} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteAuthorDialog author={dialog.author} onClose={close} />}
    </>
  )
}

function Results({
  query,
  onChange,
  onEdit,
  onDelete,
}: {
  query: AuthorsQuery
  onChange: (part: AuthorsSearch) => void
  onEdit: (author: AuthorRow) => void
  onDelete: (author: AuthorRow) => void
}) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(authorListQuery(query))
  if (isError) return <ErrorState title="Failed to fetch authors" onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <div role="status" className="flex flex-col gap-2.5">
        <span className="sr-only">Loading authors…</span>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    )
  }
  if (data.rows.length === 0) {
    const isNarrowed = query.text !== '' || query.page > 1
    return (
      <EmptyState
        title="No authors found"
        action={
          isNarrowed ? (
            <Link to="/admin/authors" search={{}} className={buttonClass()}>
              Show All Authors
            </Link>
          ) : undefined
        }
      />
    )
  }
  return (
    <>
      <div
        aria-busy={isPlaceholderData}
        onPointerEnter={AuthorDialog.preload}
        onFocus={AuthorDialog.preload}
        className={`transition-opacity duration-200 ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        <AuthorTable rows={data.rows} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <Pagination
        page={query.page}
        pageSize={AUTHORS_PAGE_SIZE}
        total={data.total}
        noun="authors"
        onPage={(page) => {
          scrollTo(0, 0)
          onChange({ page: page === 1 ? undefined : page })
        }}
      />
    </>
  )
}
