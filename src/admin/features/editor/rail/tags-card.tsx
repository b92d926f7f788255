import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useContext, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox, ComboBoxStateContext, Input, Label } from 'react-aria-components/ComboBox'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import type { Tag as TagRow } from '../../../../domain/tag.ts'
import { slugify } from '../../../../domain/slug.ts'
import { keys } from '../../../data/keys.ts'
import { tagOptions, tagsQuery } from '../../../data/tags.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { OptionList, type Option } from '../../../ui/option-list.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { showToast } from '../../../ui/toast.ts'
import { addTag } from '../data/add-tag.ts'
import { useField, useSitting } from '../use-sitting.tsx'

/** The chips of the article's tags, and one box in which tags are found or made. */
export function TagsCard() {
  const { session } = useSitting()
  const { value: chosen, set } = useField('tag_ids')
  const { data: tags = [] } = useQuery(tagsQuery)
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [isAdding, setAdding] = useState(false)
  const menu = useRef<Menu>(null)
  const shown = chosen.flatMap((id) => tags.find((tag) => tag.id === id) ?? [])
  const free = tags.filter(({ id }) => !chosen.includes(id))

  const choose = ({ id }: Pick<TagRow, 'id'>) => {
    setText('')
    menu.current?.close()
    // Of the state as it is now: a tag may have been made while another was chosen.
    const { tag_ids } = session.state.form
    if (!tag_ids.includes(id)) set([...tag_ids, id])
  }

  const add = async () => {
    const name = text.replace(/\s+/g, ' ').trim()
    if (name === '' || isAdding) return
    setAdding(true)
    try {
      const tag = sameTag(tags, name) ?? (await addTag(name))
      if (!tags.some(({ id }) => id === tag.id)) {
        queryClient.setQueryData(tagsQuery.queryKey, (all) => [...(all ?? []), tag])
        void queryClient.invalidateQueries({ queryKey: keys.tags.all })
      }
      choose(tag)
      showToast({ title: 'Tag added successfully' })
    } catch (error) {
      console.error(error)
      showToast({ title: 'Failed to add tag', tone: 'destructive' })
    } finally {
      setAdding(false)
    }
  }

  return (
    <Card title="Tags">
      <div className="flex flex-col gap-3">
        {shown.length > 0 && (
          <TagGroup
            aria-label="Tags of this article"
            onRemove={(removed) => set(chosen.filter((id) => !removed.has(id)))}
          >
            <TagList items={shown} className="flex flex-wrap gap-1.5">
              {({ id, name }) => <Chip id={id} name={name} />}
            </TagList>
          </TagGroup>
        )}
        <div className="flex gap-2">
          <ComboBox<Option>
            items={tagOptions(free, text)}
            inputValue={text}
            onInputChange={setText}
            value={null}
            onChange={(key) => {
              if (key !== null) choose({ id: String(key) })
            }}
            className="min-w-0 flex-1"
          >
            <MenuHandle ref={menu} />
            <Label className="sr-only">Add a tag</Label>
            <Input
              placeholder="Add a tag, Enter"
              maxLength={120}
              className="field px-3 py-1.5"
              onKeyDown={(event) => {
                // With an option under the arrow keys, Enter takes that option.
                if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant')) return
                event.preventDefault()
                event.stopPropagation()
                void add()
              }}
            />
            <Popover className="min-w-(--trigger-width)">
              <OptionList emptyText="" />
            </Popover>
          </ComboBox>
          <Button isDisabled={text.trim() === ''} isPending={isAdding} onPress={() => void add()}>
            Add
          </Button>
        </div>
      </div>
    </Card>
  )
}

interface Menu {
  close: () => void
}

/** Nothing stays chosen in the box, so that it does not close its list by itself: this reaches the list. */
function MenuHandle({ ref }: { ref: Ref<Menu> }) {
  const state = useContext(ComboBoxStateContext)
  useImperativeHandle(ref, () => ({ close: () => state?.close() }), [state])
  return null
}

/** The tag that a typed name means: the same but for case, accents and signs. */
function sameTag(tags: readonly TagRow[], name: string): TagRow | undefined {
  const slug = slugify(name)
  return tags.find(
    (tag) => tag.name.toLowerCase() === name.toLowerCase() || (slug !== '' && tag.slug === slug),
  )
}

function Chip({ id, name }: { id: string; name: string }) {
  return (
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
  )
}
