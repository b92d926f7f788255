import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../data/requests/use-debounced.ts'
import { type FoundArticle, articleSearchQuery } from './articles.ts'

/** The published stories with these words as a list to choose from; nothing without any. */
export function FoundStories({
  search,
  onChoose,
}: {
  search: string
  onChoose: (story: FoundArticle) => void
}) {
  const words = useDebounced(search.trim())
  const isSearch = words.length > 1
  const { data = [] } = useQuery({ ...articleSearchQuery(words), enabled: isSearch })
  const stories = isSearch ? data.filter(({ status }) => status === 'published') : []
  if (stories.length === 0) return null
  return (
    <ul
      aria-label="Stories"
      className="-mt-2 flex max-h-52 flex-col overflow-y-auto rounded-md border border-rule p-1"
    >
      {stories.map((story) => (
        <li key={story.id}>
          <button
            type="button"
            onClick={() => onChoose(story)}
            className="w-full rounded-sm px-2.5 py-1.5 text-start text-sm hover:bg-tint"
          >
            {story.title}
          </button>
        </li>
      ))}
    </ul>
  )
}
