import { useState } from 'react'
import type { Tag } from '../../../domain/tag.ts'
import type { ManyChange, RowState } from '../../data/change-many.ts'
import { foundTagsQuery } from '../../data/tags.ts'
import { type ManyWords, ChangeManyDialog } from '../../resources/many/change-many-dialog.tsx'
import type { ManyDialogProps } from '../../resources/many/many-acts.tsx'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { ComboBox } from '../../ui/combo-box.tsx'

/** Merges many tags into one, or deletes them. */
export function ManyTagsDialog({ act, ...props }: ManyDialogProps) {
  return act === 'merge' ? <MergeMany {...props} /> : <DeleteMany {...props} />
}

type Props = Omit<ManyDialogProps, 'act'>

const COMMON = {
  noun: { one: 'tag', many: 'tags' },
  table: 'tags',
  canBeUndone: false,
  changes: ['tags', 'articles', 'templates'],
} as const

const DELETE_WORDS: ManyWords = {
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

const NOTHING: ManyChange['given'] = {}

function DeleteMany(props: Props) {
  return <ChangeManyDialog {...props} {...COMMON} act="delete" given={NOTHING} words={DELETE_WORDS} />
}

const MERGE_WORDS: ManyWords = {
  label: 'Merge',
  will: (rows, count) =>
    `The articles of ${rows} get this tag, the addresses of ${count === 1 ? 'its page' : 'their pages'} lead there, and ${count === 1 ? 'it is' : 'they are'} deleted. This cannot be undone.`,
  done: (rows) => `${rows} merged`,
  already: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} gone already.`,
  tone: 'destructive',
}

function MergeMany({ ids, ...props }: Props) {
  const [into, setInto] = useState<Tag | null>(null)
  const { items, onSearch, emptyText } = useOptionSearch({
    chosen: into,
    nameOf: ({ name }) => name,
    query: foundTagsQuery,
    noneText: 'No such tag',
  })
  return (
    <ChangeManyDialog
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
    </ChangeManyDialog>
  )
}
