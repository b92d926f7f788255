import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Tag, isSameTagName, tagType } from '../../domain/sections/tag.ts'
import { entityKey } from '../data/requests/entity-mutation.ts'
import { TagBox, TagChips } from '../ui/fields/tag-box.tsx'
import { describeError } from '../resources/describe-error.ts'
import { emptyListText } from '../resources/empty-list-text.ts'
import { addTag, tagOptions, useFoundTags } from './tags.ts'

/** The option that makes a tag of what was typed. */
const NEW = 'new'

/** A box that finds tags, and with `canMake` makes one of a name that none has; below it the chosen ones. */
export function TagPicker({
  label,
  chipsLabel = label,
  tags,
  others = [],
  canMake,
  errorMessage,
  onChange,
}: {
  label: string
  chipsLabel?: string
  tags: readonly Tag[]
  /** Tags that cannot be chosen here. */
  others?: readonly Tag[]
  canMake: boolean
  errorMessage?: string | undefined
  onChange: (tags: Tag[]) => void
}) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string>()
  const search = useFoundTags(text)
  const isTaken = ({ id }: Tag) => [...tags, ...others].some((chosen) => chosen.id === id)
  const free = search.tags.filter((tag) => !isTaken(tag))
  const name = text.replace(/\s+/g, ' ').trim()
  const isNew =
    canMake &&
    name !== '' &&
    !search.isSearching &&
    ![...search.tags, ...tags].some((tag) => isSameTagName(tag.name, name))

  const make = async () => {
    try {
      const tag = await addTag(name)
      await client.invalidateQueries({ queryKey: entityKey('tags'), refetchType: 'none' })
      if (!isTaken(tag)) onChange([...tags, tag])
    } catch (error) {
      setText(name)
      setFailure(describeError(error))
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <TagBox
        label={label}
        placeholder={canMake ? 'Search tags, or name a new one…' : 'Search tags…'}
        options={[
          ...tagOptions(free, text),
          ...(isNew ? [{ id: NEW, label: `Make the tag “${name}”` }] : []),
        ]}
        text={text}
        onText={(typed) => {
          setFailure(undefined)
          setText(typed)
        }}
        errorMessage={failure ?? errorMessage}
        emptyText={emptyListText(search, 'No such tag')}
        maxLength={tagType.fields.name.max}
        onChoose={(id) => {
          setText('')
          if (id === NEW) return void make()
          const chosen = free.find((tag) => tag.id === id)
          if (chosen !== undefined) onChange([...tags, chosen])
        }}
      />
      <TagChips
        label={chipsLabel}
        tags={tags}
        onRemove={(removed) => onChange(tags.filter(({ id }) => id !== removed))}
      />
    </div>
  )
}
