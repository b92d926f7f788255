import { X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'

/** Chosen tags, each with a remove button; nothing when there are none. */
export function TagChips({
  label,
  tags,
  onRemove,
}: {
  label: string
  tags: readonly { id: string; name: string }[]
  onRemove: (id: string) => void
}) {
  if (tags.length === 0) return null
  return (
    <TagGroup aria-label={label} onRemove={(removed) => [...removed].forEach((id) => onRemove(String(id)))}>
      <TagList items={tags} className="flex flex-wrap gap-1.5">
        {({ id, name }) => (
          <Tag
            id={id}
            textValue={name}
            className="flex items-center gap-1 rounded-full bg-tint py-1 pr-1.5 pl-3 text-sm outline-offset-1"
          >
            {name}
            <Button
              slot="remove"
              aria-label={`Remove tag ${name}`}
              className="flex size-5 items-center justify-center rounded-full text-soft data-hovered:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  )
}
