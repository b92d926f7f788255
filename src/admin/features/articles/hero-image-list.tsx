import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FoundArticle, articleSearchQuery } from '../../story/articles.ts'
import { useDebounced } from '../../data/requests/use-debounced.ts'
import { attempt } from '../../resources/describe-error.ts'
import { MediaPickerDialog } from '../../media-picker/media-picker-dialog.tsx'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { useArticleState } from '../../components/use-article-state.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { ArticleThumb } from './article-thumb.tsx'
import { useChangeArticle } from './data/change-article.ts'

/** The hero, then the articles changed last; a search finds the others. */
export function HeroImageList() {
  const [text, setText] = useState('')
  const { data, isPending, isLoadingError, error, refetch } = useQuery(
    articleSearchQuery(useDebounced(text.trim())),
  )
  const [pickingFor, setPickingFor] = useState<FoundArticle | null>(null)
  const { mutateAsync } = useChangeArticle()

  // Awaited, not left to callbacks: those run for the last of several changes only.
  const setImage = (id: string, url: string | null) =>
    attempt(`Failed to ${url === null ? 'remove' : 'update'} hero image`, async () => {
      await mutateAsync({ id, change: { featured_image: url } })
      showToast({ title: `Hero image ${url === null ? 'removed' : 'updated'} successfully` })
    })

  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label="Find an article for its image"
        placeholder="Find an article"
        value={text}
        onChange={setText}
        className="max-w-md"
      />
      {isPending && <Skeleton className="h-40" />}
      {isLoadingError && <QueryError title="Failed to load articles" error={error} refetch={refetch} />}
      {data?.length === 0 && <EmptyState title="No articles match." />}
      {data !== undefined && data.length > 0 && (
        <ul className="grid gap-3 lg:grid-cols-2">
          {data.map((article) => (
            <li key={article.id} className="flex items-center gap-3.5 rounded-md border border-rule p-2.5">
              <ArticleThumb url={article.featured_image} className="h-16 w-24" />
              <div className="min-w-0 flex-1">
                <p className="line-clamp-1 font-serif text-lg leading-tight [overflow-wrap:anywhere]">
                  {article.title}
                </p>
                <p className="flex flex-wrap items-center gap-2">
                  <ArticleStatusDot article={article} />
                  {article.hero && <HeroBadge article={article} />}
                </p>
                <div className="mt-1 flex flex-wrap gap-2">
                  <Button
                    size="sm"
                    aria-label={`${article.featured_image === null ? 'Choose' : 'Change'} image of ${article.title}`}
                    onPress={() => setPickingFor(article)}
                  >
                    {article.featured_image === null ? 'Choose' : 'Change'} Image
                  </Button>
                  {article.featured_image !== null && (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Remove image of ${article.title}`}
                      onPress={() => void setImage(article.id, null)}
                    >
                      Remove
                    </Button>
                  )}
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <MediaPickerDialog
        isOpen={pickingFor !== null}
        onClose={() => setPickingFor(null)}
        onPick={({ url }) => {
          if (pickingFor !== null) void setImage(pickingFor.id, url)
          setPickingFor(null)
        }}
      />
    </div>
  )
}

/** Marks the hero that is out. */
function HeroBadge({ article }: { article: FoundArticle }) {
  return useArticleState(article) === 'published' && <Badge variant="default">Hero</Badge>
}
