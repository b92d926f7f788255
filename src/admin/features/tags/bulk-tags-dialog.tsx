import { useState } from 'react'
import type { Tag } from '../../../domain/sections/tag.ts'
import type { BulkChange, RowState } from '../../data/requests/bulk-change.ts'
import { foundTagsQuery } from '../../story/tags.ts'
import { type BulkWords, BulkChangeDialog } from '../../resources/bulk/bulk-change-dialog.tsx'
import type { BulkDialogProps } from '../../resources/bulk/bulk-acts.tsx'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { ComboBox } from '../../ui/fields/combo-box.tsx'

/** The dialog of a bulk act on tags: merges them into one, or deletes them. */
export function BulkTagsDialog({ act, ...props }: BulkDialogProps) {
  return act === 'merge' ? <BulkMerge {...props} /> : <BulkDelete {...props} />
}

type Props = Omit<BulkDialogProps, 'act'>

const COMMON = {
  noun: { one: 'tag', many: 'tags' },
  table: 'tags',
  canBeUndone: false,
  changes: ['tags', 'articles', 'templates'],
} as const

const DELETE_WORDS: BulkWords = {
  label: 'Delete',
  will: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} deleted. This cannot be undone.`,
  done: (rows) => `${rows} deleted`,
  already: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} gone already.`,
  effects: (before) => {
    const isOne = before.length === 1
    if (!before.some(isUsed)) return [`No article uses ${isOne ? 'it' : 'them'}.`]
    return [`The articles that have ${isOne ? 'it' : 'one of them'} stay, without the tag.`]
  },
  tone: 'destructive',
}

const isUsed = ({ articles }: RowState) => typeof articles === 'number' && articles > 0

const NOTHING: BulkChange['given'] = {}

function BulkDelete(props: Props) {
  return <BulkChangeDialog {...props} {...COMMON} act="delete" given={NOTHING} words={DELETE_WORDS} />
}

const MERGE_WORDS: BulkWords = {
  label: 'Merge',
  will: (rows, count) =>
    `The articles of ${rows} get this tag, the addresses of ${count === 1 ? 'its page' : 'their pages'} lead there, and ${count === 1 ? 'it is' : 'they are'} deleted. This cannot be undone.`,
  done: (rows) => `${rows} merged`,
  already: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} gone already.`,
  tone: 'destructive',
}

function BulkMerge({ ids, ...props }: Props) {
  const [into, setInto] = useState<Tag | null>(null)
  const { items, onSearch, emptyText } = useOptionSearch({
    chosen: into,
    nameOf: ({ name }) => name,
    query: foundTagsQuery,
    noneText: 'No such tag',
  })
  return (
    <BulkChangeDialog
      {...props}
      {...COMMON}
      act="merge"
      // The tag itself may be among the selected ones: it stays.
      ids={ids.filter((id) => id !== into?.id)}
      given={into === null ? null : { into: into.id }}
      words={MERGE_WORDS}
    >
      <ComboBox
        label="Merge into"
        placeholder="Search tags…"
        value={into?.id ?? null}
        onChange={(id) => setInto(items.find((tag) => tag.id === id) ?? null)}
        onSearch={onSearch}
        options={items.map(({ id, name }) => ({ id, label: name }))}
        emptyText={emptyText}
      />
    </BulkChangeDialog>
  )
}
