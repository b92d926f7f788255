import { useState } from 'react'
import { can } from '../../../domain/role.ts'
import { ListResults } from '../../resources/list-results.tsx'
import { type OpenDialog, ListScreen, ScreenBox } from '../../resources/list-screen.tsx'
import { useListScreen } from '../../resources/use-list-screen.ts'
import { useProfile } from '../../session/use-profile.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { AuthorList } from './author-list.tsx'
import { authorsSearchSchema, toAuthorsQuery } from './authors-search.ts'
import { type AuthorRow, authorListQuery, PAGE_SIZE } from './data/authors.ts'
import { DeleteAuthorDialog } from './delete-author-dialog.tsx'

const AuthorDialog = lazyPart(async () => (await import('./author-dialog.tsx')).AuthorDialog)

/** The authors that readers see, for editors. */
export function AuthorsScreen() {
  const { role } = useProfile()
  if (can(role, 'authors.write')) return <Authors />
  return (
    <ScreenBox>
      <ScreenTitle>Authors</ScreenTitle>
      <EmptyState title="You don't have permission to manage authors." />
    </ScreenBox>
  )
}

function Authors() {
  const screen = useListScreen({
    schema: authorsSearchSchema,
    toQuery: toAuthorsQuery,
    listQuery: authorListQuery,
  })
  const [open, setOpen] = useState<OpenDialog<AuthorRow> | null>(null)
  const edit = (row: AuthorRow | null) => setOpen({ kind: 'edit', row })
  const close = () => setOpen(null)
  return (
    <ListScreen
      title="Authors"
      screen={screen}
      create={{ label: 'Author', onPress: () => edit(null), onApproach: AuthorDialog.preload }}
    >
      <ListResults
        screen={screen}
        noun="authors"
        pageSize={PAGE_SIZE}
        errorTitle="Failed to fetch authors"
        emptyTitle="No authors found"
        skeleton={{ count: 8, className: 'h-14' }}
        onApproach={AuthorDialog.preload}
      >
        {(rows) => (
          <AuthorList rows={rows} onEdit={edit} onDelete={(row) => setOpen({ kind: 'delete', row })} />
        )}
      </ListResults>
      {open?.kind === 'edit' && <AuthorDialog author={open.row} onClose={close} />}
      {open?.kind === 'delete' && <DeleteAuthorDialog author={open.row} onClose={close} />}
    </ListScreen>
  )
}
