import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Tag } from '../../../../domain/tag.ts'
import { describeError } from '../../../resources/describe-error.ts'
import { tagOptions, tagsOfQuery, useFoundTags } from '../../../data/tags.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TagBox, TagChips } from '../../../ui/tag-box.tsx'
import { showToast } from '../../../ui/toast.ts'
import { addTag } from '../data/add-tag.ts'
import { useField, useEditingSession } from '../use-editing-session.tsx'

/** Tags of the article, with a box to find or create one. */
export function TagsCard() {
  const { session } = useEditingSession()
  const { value: chosen, set } = useField('tag_ids')
  const { data: known = [] } = useQuery(tagsOfQuery(chosen))
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [adding, setAdding] = useState(0)
  const { tags: found } = useFoundTags(text)
  const box = useRef<HTMLInputElement>(null)
  const shown = chosen.flatMap((id) => known.find((tag) => tag.id === id) ?? [])
  const free = found.filter(({ id }) => !chosen.includes(id))

  const choose = (tag: Tag) => {
    // Read the current state: a tag may have been created while another was chosen.
    const { tag_ids } = session.state.form
    if (tag_ids.includes(tag.id)) return
    const ids = [...tag_ids, tag.id]
    // A known tag shows its chip without a request.
    const tags = queryClient.getQueryData(tagsOfQuery(tag_ids).queryKey)
    if (tags !== undefined) queryClient.setQueryData(tagsOfQuery(ids).queryKey, [...tags, tag])
    set(ids)
  }

  const add = async () => {
    const name = text.replace(/\s+/g, ' ').trim()
    if (name === '') return
    // Clear the box while the tag is created.
    setText('')
    setAdding((count) => count + 1)
    try {
      const tag = await addTag(name)
      await queryClient.invalidateQueries({ queryKey: ['tags'], refetchType: 'none' })
      choose(tag)
      showToast({ title: 'Tag added successfully' })
    } catch (error) {
      console.error(error)
      setText((typed) => (typed === '' ? name : typed))
      showToast({ title: 'Failed to add tag', description: describeError(error), tone: 'destructive' })
    } finally {
      setAdding((count) => count - 1)
    }
  }

  return (
    <Card title="Tags">
      <div className="flex flex-col gap-3">
        <TagChips
          label="Tags of this article"
          tags={shown}
          onRemove={(removed) => set(session.state.form.tag_ids.filter((id) => id !== removed))}
        />
        <div className="flex gap-2">
          <TagBox
            label="Add a tag"
            hideLabel
            placeholder="Add a tag, Enter"
            options={text.trim() === '' ? [] : tagOptions(free, text)}
            text={text}
            onText={setText}
            onChoose={(id) => {
              const tag = found.find((one) => one.id === id)
              if (tag === undefined) return
              setText('')
              choose(tag)
            }}
            onEnter={() => void add()}
            inputRef={box}
            className="flex-1"
          />
          <Button
            isDisabled={text.trim() === ''}
            isPending={adding > 0}
            onPress={() => {
              // Clearing the box disables the button, which would lose the focus.
              box.current?.focus()
              void add()
            }}
          >
            Add
          </Button>
        </div>
      </div>
    </Card>
  )
}
