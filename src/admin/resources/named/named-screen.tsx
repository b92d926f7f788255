import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Article } from '../../../domain/story/article.ts'
import { can } from '../../../domain/people/role.ts'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { deleteRow } from '../../data/requests/update-row.ts'
import { useProfile } from '../../session/use-profile.ts'
import type { MenuAction } from '../../ui/overlays/menu.tsx'
import { type Column, actionsColumn, SORTED_CREATED, DataTable, RowName } from '../data-table.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { type BulkDialogProps, type OfferedAct, BulkActs } from '../bulk/bulk-acts.tsx'
import { type OpenDialog, ListResults, ListScreen, useListScreen } from '../list-screen.tsx'
import { deleteAction, editAction, RowMenu } from '../row-menu.tsx'
import { useSelection } from '../selection/use-selection.ts'
import type { NamedDialogProps } from './named-dialog.tsx'
import { type NamedSort, namedSearchSchema, toNamedQuery } from './named-search.ts'
import { type Listed, type NamedRow, type NamedType, articleUsesQuery } from './named-type.ts'

interface NamedScreenProps<Row extends NamedRow, Form extends { name: string }> {
  named: NamedType<Row, Form>
  Dialog: ComponentType<NamedDialogProps<Row>> & { preload: () => void }
  nameColumn: { headClassName: string; cell?: (row: Row, name: ReactNode) => ReactNode }
  detailColumn: Column<Row>
  /** A note about further effects of deleting one that articles use. */
  deletionNote?: (row: Row) => string | null
  /** A further action of each row, between Edit and Delete, with the dialog that it opens. */
  moreAction?: Omit<MenuAction, 'onAction'> & { Dialog: ComponentType<{ row: Row; onClose: () => void }> }
  /** The bulk acts, and the dialog that does them. None by default. */
  bulk?: {
    acts: readonly OfferedAct[]
    Dialog: ComponentType<BulkDialogProps> & { preload: () => void }
  }
}

export function NamedScreen<Row extends NamedRow, Form extends { name: string }>({
  named,
  Dialog,
  nameColumn,
  detailColumn,
  deletionNote,
  moreAction,
  bulk,
}: NamedScreenProps<Row, Form>) {
  const { table, noun, label, listQuery } = named
  const title = table === 'tags' ? 'Tags' : 'Categories'
  const mayWrite = can(useProfile().role, named.write)
  const screen = useListScreen(namedSearchSchema, toNamedQuery, listQuery)
  const [open, setOpen] = useState<OpenDialog<Listed<Row>> | { kind: 'more'; row: Listed<Row> } | null>(null)
  const selection = useSelection(screen)
  const edit = (row: Listed<Row> | null) => setOpen({ kind: 'edit', row })
  const close = () => setOpen(null)

  const columns: Column<Listed<Row>, NamedSort>[] = [
    withName(nameColumn, mayWrite ? edit : null),
    detailColumn,
    { header: 'Articles', className: 'text-right', cell: (row) => <ArticlesLink row={row} noun={noun} /> },
    SORTED_CREATED,
  ]
  if (mayWrite) {
    columns.push(
      actionsColumn((row) => (
        <RowMenu
          name={row.name}
          actions={[
            editAction(() => edit(row)),
            ...(moreAction === undefined
              ? []
              : [{ ...moreAction, onAction: () => setOpen({ kind: 'more', row }) }]),
            deleteAction(() => setOpen({ kind: 'delete', row })),
          ]}
        />
      )),
    )
  }

  return (
    <ListScreen
      title={title}
      screen={screen}
      create={mayWrite ? { label, onPress: () => edit(null), onApproach: Dialog.preload } : undefined}
    >
      <ListResults
        screen={screen}
        noun={table}
        errorTitle={`Failed to fetch ${table}`}
        emptyTitle={`No ${table} yet.`}
        noMatchTitle={`No ${table} match.`}
        onApproach={mayWrite ? Dialog.preload : undefined}
      >
        {(rows) => (
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            list={screen}
            selection={
              bulk !== undefined && mayWrite
                ? { selected: selection, nameOf: ({ name }: NamedRow) => name }
                : undefined
            }
          />
        )}
      </ListResults>
      {bulk !== undefined && (
        <BulkActs
          {...bulk}
          selection={selection}
          noun={table}
          total={screen.data?.total ?? 0}
          fetchIds={() => named.fetchIds(screen.query)}
        />
      )}
      {open?.kind === 'edit' && <Dialog row={open.row} onClose={close} />}
      {open?.kind === 'more' && moreAction !== undefined && (
        <moreAction.Dialog row={open.row} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <DeleteNamedDialog
          named={named}
          row={open.row}
          note={deletionNote?.(open.row) ?? null}
          onClose={close}
        />
      )}
    </ListScreen>
  )
}

/** The column of the names; `onEdit` null: they are not edited here. */
function withName<Row extends NamedRow>(
  { headClassName, cell }: NamedScreenProps<Row, never>['nameColumn'],
  onEdit: ((row: Listed<Row>) => void) | null,
): Column<Listed<Row>, NamedSort> {
  return {
    header: 'Name',
    sort: 'name',
    headClassName,
    cellClassName: 'min-w-44',
    cell: (row) => {
      const name = <RowName name={row.name} onEdit={onEdit === null ? null : () => onEdit(row)} />
      return cell?.(row, name) ?? name
    },
  }
}

function ArticlesLink({
  row: { id, name, articles },
  noun,
}: {
  row: Listed<NamedRow>
  noun: 'tag' | 'category'
}) {
  if (articles === 0) return <span className="text-soft">0</span>
  return (
    <Link
      to="/admin/articles"
      search={{ [noun]: id }}
      aria-label={`${articles} ${articles === 1 ? 'article' : 'articles'} ${noun === 'tag' ? 'with' : 'in'} ${name}`}
      className="-m-2.5 inline-block rounded-sm p-2.5 underline decoration-rule underline-offset-4 hover:decoration-current"
    >
      {articles}
    </Link>
  )
}

/** Confirmation dialog for the deletion of a tag or category; lists the articles that use it. */
function DeleteNamedDialog({
  named: { table, noun },
  row: { id, name },
  note,
  onClose,
}: {
  named: Pick<NamedType<NamedRow, { name: string }>, 'table' | 'noun'>
  row: NamedRow
  note: string | null
  onClose: () => void
}) {
  const query = useQuery(articleUsesQuery(table, id))
  return (
    <DeleteDialog
      noun={noun}
      changes={[table, 'articles']}
      planned={[{ table, id, row: null }]}
      onDelete={() => deleteRow(table, id)}
      uses={{
        query,
        errorText: 'Failed to load where it is used',
        text: ({ total }) => <p>{usesText(noun, total)}</p>,
        list: (uses) =>
          uses.total > 0 && (
            <>
              <UsedIn {...uses} />
              {note !== null && <p>{note}</p>}
            </>
          ),
      }}
      onClose={onClose}
    >
      <p className="font-semibold">{name}</p>
    </DeleteDialog>
  )
}

function usesText(noun: 'category' | 'tag', total: number): string {
  if (total === 0) return 'No article uses it.'
  const articles = total === 1 ? 'One article uses it and stays' : `${total} articles use it and stay`
  return `${articles}, without ${noun === 'tag' ? 'the tag' : 'a category'}.`
}

export interface Use extends Pick<Article, 'id' | 'title' | 'status' | 'published_at'> {
  deleted_at: string | null
}

/** The articles that use something, as links to new tabs, and the number of those not listed. */
function UsedIn({ total, articles }: { total: number; articles: readonly Use[] }) {
  const more = total - articles.length
  return (
    <div className="overflow-hidden rounded-md border border-rule bg-card">
      <ul
        aria-label="Used in"
        tabIndex={0}
        className="max-h-56 divide-y divide-rule overflow-y-auto px-3 -outline-offset-2"
      >
        {articles.map((article) => (
          <li key={article.id} className="flex items-center justify-between gap-3 py-1.5">
            <Link
              to="/admin/articles/$id"
              params={{ id: article.id }}
              target="_blank"
              className="min-w-0 truncate rounded-sm font-serif text-lg leading-snug hover:underline"
            >
              {article.title}
            </Link>
            <span className="shrink-0">
              {article.deleted_at === null ? (
                <ArticleStatusDot article={article} />
              ) : (
                <span className="text-sm text-soft">In the trash</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-t border-rule px-3 py-1.5 text-sm text-soft">and {more} more</p>}
    </div>
  )
}
