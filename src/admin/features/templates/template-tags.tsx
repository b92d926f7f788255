import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { useController, type Control } from 'react-hook-form'
import { tagsQuery } from '../../data/tags.ts'
import { Select } from '../../ui/select.tsx'
import type { TemplateForm } from './template-form.ts'

/** The tags that a story of this template begins with, of those that there are. */
export function TemplateTags({ control }: { control: Control<TemplateForm> }) {
  const { field } = useController({ control, name: 'tag_ids' })
  const { data: tags = [], isError } = useQuery(tagsQuery)
  const chosen = tags.filter(({ id }) => field.value.includes(id))
  const free = tags.filter(({ id }) => !field.value.includes(id))
  return (
    <div className="flex flex-col gap-2.5">
      <Select
        label="Tags"
        value={null}
        placeholder="Add a tag…"
        onChange={(id) => field.onChange([...field.value, id])}
        isDisabled={free.length === 0}
        errorMessage={isError ? 'The tags could not be loaded.' : undefined}
        options={free.map(({ id, name }) => ({ id, label: name }))}
      />
      {chosen.length > 0 && (
        <TagGroup
          aria-label="Tags of this template"
          onRemove={(removed) => field.onChange(field.value.filter((id) => !removed.has(id)))}
        >
          <TagList items={chosen} className="flex flex-wrap gap-1.5">
            {({ id, name }) => (
              <Tag
                id={id}
                textValue={name}
                className="flex items-center gap-1 rounded-full bg-tint py-1 pr-1.5 pl-3 text-sm outline-offset-1"
              >
                {name}
                <AriaButton
                  slot="remove"
                  aria-label={`Remove tag ${name}`}
                  className="flex size-5 items-center justify-center rounded-full text-soft data-hovered:text-ink"
                >
                  <X aria-hidden className="size-3.5" />
                </AriaButton>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
    </div>
  )
}
