import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { TemplateForm } from '../../../domain/template.ts'
import { tagOptions, tagsOfQuery } from '../../data/tags.ts'
import { useFoundTags } from '../../data/use-found-tags.ts'
import { emptyListText } from '../../resources/empty-list-text.ts'
import { TagBox } from '../../ui/tag-box.tsx'
import { TagChips } from '../../ui/tag-chips.tsx'

/** The tags that a story of this template begins with. */
export function TemplateTags({ control }: { control: Control<TemplateForm> }) {
  const { field } = useController({ control, name: 'tag_ids' })
  const chosen = useQuery(tagsOfQuery(field.value))
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const search = useFoundTags(text)
  const free = search.tags.filter(({ id }) => !field.value.includes(id))
  const shown = (chosen.data ?? []).filter(({ id }) => field.value.includes(id))

  const choose = (id: string) => {
    const tag = free.find((one) => one.id === id)
    if (tag === undefined) return
    setText('')
    const ids = [...field.value, id]
    // The name is known: the chip is shown without a request.
    queryClient.setQueryData(tagsOfQuery(ids).queryKey, [...shown, tag])
    field.onChange(ids)
  }

  return (
    <div className="flex flex-col gap-2.5">
      <TagBox
        label="Tags"
        placeholder="Add a tag…"
        emptyText={emptyListText(search, 'No such tag')}
        options={tagOptions(free, text)}
        text={text}
        onText={setText}
        onChoose={choose}
        errorMessage={search.isError || chosen.isError ? 'The tags could not be loaded.' : undefined}
      />
      <TagChips
        label="Tags of this template"
        tags={shown}
        onRemove={(removed) => field.onChange(field.value.filter((id) => id !== removed))}
      />
    </div>
  )
}
