import { useQuery } from '@tanstack/react-query'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../domain/role.ts'
import type { Tag } from '../../../domain/tag.ts'
import { articleUsesQuery } from '../../data/article-uses.ts'
import { foundTagsQuery } from '../../data/tags.ts'
import { articlesColumn, createdColumn, RowName } from '../../resources/columns.tsx'
import { type Column, actionsColumn, DataTable } from '../../resources/data-table.tsx'
import { DeleteDialog, DeleteUsedDialog } from '../../resources/delete-dialog.tsx'
import { ListResults } from '../../resources/list-results.tsx'
import { type OpenDialog, ListScreen } from '../../resources/list-screen.tsx'
import { deleteAction, editAction, RowMenu } from '../../resources/row-menu.tsx'
import { useListScreen } from '../../resources/use-list-screen.ts'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ComboBox } from '../../ui/combo-box.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type TagRow, PAGE_SIZE, tagListQuery, useDeleteTag, useMergeTags } from './data/tags.ts'
import { type TagsQuery, tagsSearchSchema, toTagsQuery } from './tags-search.ts'

const TagDialog = lazyPart(async () => (await import('./tag-dialog.tsx')).TagDialog)

/** The tags: a list for everyone, changed by writers. */
export function TagsScreen() {
  const mayWrite = can(useProfile().role, 'tags.write')
  const screen = useListScreen({ schema: tagsSearchSchema, toQuery: toTagsQuery, listQuery: tagListQuery })
  const [open, setOpen] = useState<OpenDialog<TagRow> | { kind: 'merge'; row: TagRow } | null>(null)
  const edit = (row: TagRow | null) => setOpen({ kind: 'edit', row })
  const close = () => setOpen(null)

  const columns: Column<TagRow, TagsQuery['sort']>[] = [
    {
      header: 'Name',
      sort: 'name',
      headClassName: 'w-1/2',
      cellClassName: 'min-w-44',
      cell: (row) => <RowName name={row.name} onEdit={mayWrite ? () => edit(row) : null} />,
    },
    {
      header: 'Slug',
      className: 'hidden @md:table-cell',
      headClassName: 'w-1/2',
      cellClassName: 'text-sm text-soft',
      cell: ({ slug }) => <span className="line-clamp-2 [overflow-wrap:anywhere]">{slug}</span>,
    },
    articlesColumn('tag'),
    createdColumn(),
  ]
  if (mayWrite) {
    columns.push(
      actionsColumn((row) => (
        <RowMenu
          name={row.name}
          actions={[
            editAction(() => edit(row)),
            {
              id: 'merge',
              label: 'Merge into…',
              icon: Merge,
              onAction: () => setOpen({ kind: 'merge', row }),
            },
            deleteAction(() => setOpen({ kind: 'delete', row })),
          ]}
        />
      )),
    )
  }

  return (
    <ListScreen
      title="Tags"
      screen={screen}
      create={
        mayWrite ? { label: 'Tag', onPress: () => edit(null), onApproach: TagDialog.preload } : undefined
      }
    >
      <ListResults
        screen={screen}
        noun="tags"
        pageSize={PAGE_SIZE}
        errorTitle="Failed to fetch tags"
        emptyTitle="No tags yet."
        noMatchTitle="No tags match."
        onApproach={mayWrite ? TagDialog.preload : undefined}
      >
        {(rows) => (
          <DataTable
            label="Tags"
            columns={columns}
            rows={rows}
            sorting={screen.query}
            onSort={screen.change}
          />
        )}
      </ListResults>
      {open?.kind === 'edit' && <TagDialog tag={open.row} onClose={close} />}
      {open?.kind === 'merge' && <MergeTag tag={open.row} onClose={close} />}
      {open?.kind === 'delete' && <DeleteTag tag={open.row} onClose={close} />}
    </ListScreen>
  )
}

/** Chooses the tag that takes the place of this one. */
function MergeTag({ tag, onClose }: { tag: TagRow; onClose: () => void }) {
  const [into, setInto] = useState<Tag | null>(null)
  const { mutateAsync } = useMergeTags()
  const { items, onSearch, emptyText } = useOptionSearch({
    chosen: into,
    nameOf: ({ name }) => name,
    query: foundTagsQuery,
    noneText: 'No such tag',
  })
  const others = items.filter(({ id }) => id !== tag.id)
  return (
    <DeleteDialog
      title="Merge this tag into another?"
      confirmLabel="Merge"
      isDisabled={into === null}
      done={{ title: 'Tags merged successfully' }}
      failedTitle="Failed to merge tags"
      onDelete={async () => into && mutateAsync({ from: tag.id, into: into.id })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{`The articles of “${tag.name}” get the other tag, the addresses of its page lead there, and “${tag.name}” is deleted.`}</p>
        <ComboBox
          label="Merge into"
          placeholder="Search tags…"
          value={into?.id ?? null}
          onChange={(id) => setInto(others.find((other) => other.id === id) ?? null)}
          onSearch={onSearch}
          options={others.map(({ id, name }) => ({ id, label: name }))}
          emptyText={emptyText}
        />
      </div>
    </DeleteDialog>
  )
}

function DeleteTag({ tag, onClose }: { tag: TagRow; onClose: () => void }) {
  const uses = useQuery(articleUsesQuery('tags', tag.id))
  const { mutateAsync } = useDeleteTag()
  return (
    <DeleteUsedDialog
      noun="tag"
      name={tag.name}
      uses={uses}
      onDelete={() => mutateAsync(tag.id)}
      onClose={onClose}
    />
  )
}
