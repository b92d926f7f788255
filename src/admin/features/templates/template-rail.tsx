import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import {
  type TemplateForm,
  PLACEHOLDERS,
  resolveTitle,
  unknownPlaceholders,
} from '../../../domain/template.ts'
import { categoriesQuery } from '../../data/categories.ts'
import { tagOptions, tagsOfQuery, useFoundTags } from '../../data/tags.ts'
import { emptyListText } from '../../resources/empty-list-text.ts'
import { FormTextArea } from '../../resources/form-text-area.tsx'
import { Card } from '../../ui/card.tsx'
import { ColorDot } from '../../ui/color-dot.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TagBox } from '../../ui/tag-box.tsx'
import { TagChips } from '../../ui/tag-chips.tsx'

/** The fields of a template beside its body. */
export function TemplateRail({ control }: { control: Control<TemplateForm> }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Card title="Template">
        <div className="flex flex-col gap-4">
          <FormField control={control} name="name" label="Name" placeholder="House visit" isRequired />
          <FormTextArea
            control={control}
            name="description"
            label="Description"
            description="For the writers who choose it"
            rows={2}
          />
        </div>
      </Card>
      <Card title="Story">
        <div className="flex flex-col gap-4">
          <TitlePattern control={control} />
          <FormTextArea control={control} name="standfirst" label="Standfirst" rows={2} />
          <FormTextArea control={control} name="excerpt" label="Excerpt" rows={3} />
          <Category control={control} />
          <TemplateTags control={control} />
        </div>
      </Card>
    </div>
  )
}

function TitlePattern({ control }: { control: Control<TemplateForm> }) {
  const { field } = useController({ control, name: 'title_pattern' })
  const isFilledIn = /\{/.test(field.value) && unknownPlaceholders(field.value).length === 0
  return (
    <FormField
      control={control}
      name="title_pattern"
      label="Title"
      placeholder="A house in {month}"
      description={
        isFilledIn
          ? `Today: ${resolveTitle(field.value, new Date())}`
          : `Filled in on the day: ${PLACEHOLDERS.map((word) => `{${word}}`).join(' ')}`
      }
    />
  )
}

const NONE = 'none'

function Category({ control }: { control: Control<TemplateForm> }) {
  const { field } = useController({ control, name: 'category_id' })
  const { data: categories = [], isError } = useQuery(categoriesQuery)
  return (
    <Select
      label="Category"
      value={field.value ?? NONE}
      onChange={(id) => field.onChange(id === NONE ? null : id)}
      errorMessage={isError ? 'The categories could not be loaded.' : undefined}
      options={[
        { id: NONE, label: 'No category' },
        ...categories.map(({ id, name, color }) => ({
          id,
          label: name,
          adornment: <ColorDot color={color} />,
        })),
      ]}
    />
  )
}

/** The tags that a story of this template begins with. */
function TemplateTags({ control }: { control: Control<TemplateForm> }) {
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
