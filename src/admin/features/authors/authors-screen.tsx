import { useQuery } from '@tanstack/react-query'
import { Merge, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { canonicalAuthorSlug } from '../../../domain/people/author.ts'
import { pagedSearchSchema, toPagedQuery } from '../../data/requests/list-search.ts'
import { storyCountQuery } from '../../story/articles.ts'
import { type Column, actionsColumn, CREATED, NONE, TableOrCards } from '../../resources/data-table.tsx'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { type OpenDialog, ListResults, ListScreen, useListScreen } from '../../resources/list-screen.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Portrait } from '../../components/portrait.tsx'
import { type AuthorRow, authorListQuery, deleteAuthor } from './data/authors.ts'
import { MergeAuthorDialog } from './merge-author-dialog.tsx'
import { NameQuestions } from './name-questions.tsx'
import { TeamCard } from './team-card.tsx'

const AuthorDialog = lazyPart(async () => (await import('./author-dialog.tsx')).AuthorDialog)

export function AuthorsScreen() {
  const screen = useListScreen(pagedSearchSchema, toPagedQuery, authorListQuery)
  const [open, setOpen] = useState<OpenDialog<AuthorRow> | { kind: 'merge'; row: AuthorRow } | null>(null)
  const edit = (row: AuthorRow | null) => setOpen({ kind: 'edit', row })
  const remove = (row: AuthorRow) => setOpen({ kind: 'delete', row })
  const close = () => setOpen(null)
  const actions = (row: AuthorRow) => (
    <span className="flex justify-end">
      <Button variant="ghost" size="icon" aria-label={`Edit ${row.name}`} onPress={() => edit(row)}>
        <Pencil aria-hidden className="size-4" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Merge ${row.name}`}
        onPress={() => setOpen({ kind: 'merge', row })}
      >
        <Merge aria-hidden className="size-4" />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Delete ${row.name}`} onPress={() => remove(row)}>
        <Trash2 aria-hidden className="size-4 text-madder" />
      </Button>
    </span>
  )
  return (
    <ListScreen
      title="Authors"
      screen={screen}
      create={{ label: 'Author', onPress: () => edit(null), onApproach: AuthorDialog.preload }}
    >
      <NameQuestions />
      <TeamCard onOpen={edit} />
      <ListResults
        screen={screen}
        noun="authors"
        errorTitle="Failed to fetch authors"
        emptyTitle="No authors found"
        skeleton={{ count: 8, className: 'h-14' }}
        onApproach={AuthorDialog.preload}
      >
        {(rows) => (
          <TableOrCards
            label="Authors"
            columns={[...COLUMNS, actionsColumn(actions)]}
            rows={rows}
            minWidth={820}
            card={(row) => <AuthorCard key={row.id} row={row} actions={actions(row)} />}
          />
        )}
      </ListResults>
      {open?.kind === 'edit' && <AuthorDialog author={open.row} onClose={close} />}
      {open?.kind === 'merge' && <MergeAuthorDialog author={open.row} onClose={close} />}
      {open?.kind === 'delete' && <DeleteAuthorDialog author={open.row} onClose={close} />}
    </ListScreen>
  )
}

function AuthorCard({ row, actions }: { row: AuthorRow; actions: ReactNode }) {
  return (
    <li className="flex items-start gap-3 p-3.5">
      <Portrait name={row.name} imageUrl={row.image_url} className="size-11" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="line-clamp-2 max-w-full font-semibold break-words">{row.name}</p>
        {row.role !== null && (
          <span className="max-w-full truncate">
            <Badge>{row.role}</Badge>
          </span>
        )}
        <p className="max-w-full text-sm break-words text-soft">
          {row.email !== null && <span className="line-clamp-2">{row.email}</span>}
          <SiteLink row={row} />
        </p>
      </div>
      {actions}
    </li>
  )
}

const COLUMNS: readonly Column<AuthorRow>[] = [
  {
    header: 'Name',
    cellClassName: 'max-w-64',
    cell: ({ name, image_url }) => (
      <span className="flex items-center gap-3">
        <Portrait name={name} imageUrl={image_url} />
        <span title={name} className="truncate font-semibold">
          {name}
        </span>
      </span>
    ),
  },
  {
    header: 'Email',
    cellClassName: 'max-w-60 truncate text-sm',
    cell: ({ email }) => (email === null ? NONE : <span title={email}>{email}</span>),
  },
  {
    header: 'Role',
    cellClassName: 'max-w-56 truncate',
    cell: ({ role }) => (role === null ? NONE : <Badge>{role}</Badge>),
  },
  { header: 'Slug', cellClassName: 'max-w-48 truncate text-sm', cell: (row) => <SiteLink row={row} /> },
  CREATED,
]

/** The slug, leading to the author's page on the site. */
function SiteLink({ row }: { row: AuthorRow }) {
  return (
    <a
      href={`/author/${canonicalAuthorSlug(row)}`}
      target="_blank"
      rel="noopener"
      title="Open the author page"
      className="rounded-sm text-prussian hover:underline"
    >
      {row.slug}
    </a>
  )
}

/** Confirmation dialog for the deletion of an author; says what happens to the stories. */
function DeleteAuthorDialog({ author, onClose }: { author: AuthorRow; onClose: () => void }) {
  return (
    <DeleteDialog
      noun="author"
      changes={['authors', 'users']}
      planned={[{ table: 'author_profiles', id: author.id, row: null }]}
      onDelete={() => deleteAuthor(author.id)}
      onClose={onClose}
    >
      <p>
        {author.name} loses the author page with its portrait and text, and leaves all credits.{' '}
        {author.profile_id !== null && <Stories profileId={author.profile_id} />}
      </p>
    </DeleteDialog>
  )
}

function Stories({ profileId }: { profileId: string }) {
  const { data } = useQuery(storyCountQuery(profileId))
  if (data === 0) return 'No story is lost: there is none.'
  const stories =
    data === undefined ? 'The stories stay' : data === 1 ? 'The 1 story stays' : `The ${data} stories stay`
  return `${stories}, with the name of the account as byline.`
}
