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
import type { TagsSearch } from './tags-search.ts'
import { TagTable } from './tag-table.tsx'
import { tagListQuery, type TagRow } from './data/tag-list.ts'
import { DeleteTagDialog } from './delete-tag-dialog.tsx'

const TagDialog = lazyPart(async () => (await import('./tag-dialog.tsx')).TagDialog)

const route = getRouteApi('/admin/tags')

type Open = { dialog: 'edit'; row: TagRow | null } | { dialog: 'delete'; row: TagRow }

/** The tags: a list for everyone, changed by those who write (admin spec §2, §6). */
export function TagsScreen() {
  const { role } = useProfile()
  const mayWrite = can(role, 'tags.write')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toListQuery(search, 'created_at')
  const isNarrowed = query.text !== '' || query.page > 1
  const list = useQuery(tagListQuery(query))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  /** A changed search starts again at the first page. */
  const change = (part: TagsSearch) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true })
  }

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:p-7">
      <ScreenTitle>Tags</ScreenTitle>
      {mayWrite && (
        <NewButton
          what="Tag"
          onPress={() => setOpen({ dialog: 'edit', row: null })}
          onApproach={TagDialog.preload}
        />
      )}
      <search aria-label="Tags">
        <SearchBox
          label="Search tags"
          text={query.text}
          onText={(text) => change({ q: text || undefined })}
          className="md:max-w-md"
        />
      </search>
      <ListResults
        noun="tags"
        data={list.data}
        errorTitle="Failed to fetch tags"
        emptyTitle={isNarrowed ? 'No tags match.' : 'No tags yet.'}
        isError={list.isError}
        isStale={list.isPlaceholderData}
        isNarrowed={isNarrowed}
        page={query.page}
        pageSize={LIST_PAGE_SIZE}
        onRetry={() => void list.refetch()}
        onPage={(page) => change({ page: page === 1 ? undefined : page })}
        onShowAll={() => change({ q: undefined })}
        {...(mayWrite ? { onApproach: TagDialog.preload } : {})}
      >
        {(rows) => (
          <TagTable
            rows={rows}
            query={query}
            mayWrite={mayWrite}
            onChange={change}
            onEdit={(row) => setOpen({ dialog: 'edit', row })}
            onDelete={(row) => setOpen({ dialog: 'delete', row })}
          />
        )}
      </ListResults>
      {open?.dialog === 'edit' && <TagDialog tag={open.row} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteTagDialog tag={open.row} onClose={close} />}
    </div>
  )
}
