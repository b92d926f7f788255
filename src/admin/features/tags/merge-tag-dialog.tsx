import { useState } from 'react'
import { adminClient } from '../../../backend/admin-client.ts'
import type { Tag } from '../../../domain/tag.ts'
import { unwrap } from '../../data/postgrest.ts'
import { foundTagsQuery } from '../../data/tags.ts'
import { toastError } from '../../resources/describe-error.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { ComboBox } from '../../ui/combo-box.tsx'

/** Merges a tag into another, which gets its articles and redirects. */
export function MergeTagDialog({ row: tag, onClose }: { row: Tag; onClose: () => void }) {
  const [into, setInto] = useState<Tag | null>(null)
  const merge = async () => {
    if (into !== null) unwrap(await adminClient().rpc('merge_tags', { p_from: tag.id, p_into: into.id }))
  }
  const { items, onSearch, emptyText } = useOptionSearch({
    chosen: into,
    nameOf: ({ name }) => name,
    query: foundTagsQuery,
    noneText: 'No such tag',
  })
  const others = items.filter(({ id }) => id !== tag.id)
  return (
    <DeleteDialog
      noun="tag"
      title="Merge this tag into another?"
      confirmLabel="Merge"
      isDisabled={into === null}
      done={{ title: 'Tags merged successfully' }}
      changes={['tags', 'articles', 'templates']}
      planned={into === null ? null : [{ call: 'merge_tags', args: { p_from: tag.id, p_into: into.id } }]}
      onDelete={merge}
      onError={(error) => toastError('Failed to merge tags', error)}
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
