import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ARTICLE_STATE_LABELS, articleState } from '../../../domain/story/article-state.ts'
import { serverClock } from '../../../backend/server-clock.ts'
import { articleSearchQuery } from '../articles.ts'
import { useDebounced } from '../../data/requests/use-debounced.ts'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'

/** A box that finds stories by their title, also such as are not out yet. */
export function StorySearch({ label, onChoose }: { label: string; onChoose: (id: string) => void }) {
  const calendar = useCalendar()
  const [text, setText] = useState('')
  /** Renders the box anew, empty, after a choice. */
  const [choices, setChoices] = useState(0)
  const words = useDebounced(text.trim())
  const { data: found = [] } = useQuery({
    ...articleSearchQuery(words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const now = serverClock.now()
  return (
    <ComboBox
      key={choices}
      label={label}
      hideLabel
      placeholder="Add a story by its title"
      emptyText={words === '' ? 'Type some words of its title' : 'No such story'}
      value={null}
      onSearch={setText}
      onChange={(id) => {
        if (id === null) return
        onChoose(id)
        setText('')
        setChoices(choices + 1)
      }}
      options={(words === '' ? [] : found).map((story) => {
        const state = articleState(story, now)
        const date =
          story.published_at === null ? '' : `, ${calendar.format(story.published_at, 'dateAndTime')}`
        return { id: story.id, label: story.title, detail: `${ARTICLE_STATE_LABELS[state]}${date}` }
      })}
    />
  )
}
