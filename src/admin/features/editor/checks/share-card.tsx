import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { textOf } from '../../../../domain/body/html/hast.ts'
import { STORY_CARD_PATH, drawnCardSchema } from '../../../../domain/newsroom/preview.ts'
import { clip, storyMeta } from '../../../../domain/site/seo.ts'
import { askPublisher, hasPublisher } from '../../../data/requests/publisher.ts'
import type { CheckedText } from '../../../story/checks/checked-story.ts'
import { Skeleton } from '../../../ui/layout/states.tsx'
import { UNTITLED } from '../preview/drawn-story.ts'

/** What a shared link shows: the social card as the publisher draws it, where one answers, the title and the description. */
export function ShareCard({ text }: { text: CheckedText }) {
  const { form, body } = text
  const { data: card, isLoading, isPlaceholderData } = useDrawnCard(text)
  /** Whether the card is the one of this text, and not the last one, which stays while the next is drawn. */
  const isCurrent = card != null && !isPlaceholderData
  const title = form.title.trim() || UNTITLED.title
  const meta = storyMeta({
    title,
    metaTitle: form.meta_title,
    metaDescription: form.meta_description,
    excerpt: form.excerpt,
    beginning: () => body.map(({ tree }) => textOf(tree).trim())[0] ?? '',
  })
  return (
    <figure className="max-w-md overflow-hidden rounded-md border border-rule">
      {isLoading && <Skeleton className="aspect-1200/630 rounded-none" />}
      {card && 'jpg' in card && (
        <img
          src={`data:image/jpeg;base64,${card.jpg}`}
          alt={`Share card: ${title}`}
          className="aspect-1200/630 w-full"
        />
      )}
      <figcaption className="border-rule px-3 py-2 text-sm [overflow-wrap:anywhere] not-first:border-t">
        <p className="font-semibold">{meta.title}</p>
        <p className="line-clamp-2 text-soft">{clip(meta.description, 160)}</p>
        <p className="mt-1 text-xs text-soft">
          {card && 'problem' in card
            ? `The card cannot be drawn as it is: ${card.problem}`
            : isCurrent
              ? 'As a shared link will look.'
              : 'The words of a shared link.'}
        </p>
      </figcaption>
    </figure>
  )
}

/** The social card of a text, asked for again when it would show something else. */
function useDrawnCard({ id, form }: CheckedText) {
  const { title, slug, title_emphasis, category_id, featured_image } = form
  const patch = {
    title: title.trim() || UNTITLED.title,
    title_emphasis: title_emphasis || null,
    category_id,
    featured_image,
    ...(id === null ? { slug: slug || UNTITLED.slug } : {}),
  }
  const body = JSON.stringify({ article: id, patch, tags: [] })
  return useQuery({
    // Under the key of files: the card shows one.
    queryKey: ['media', 'share card', body],
    queryFn: ({ signal }) =>
      hasPublisher() ? askPublisher(STORY_CARD_PATH, body, drawnCardSchema, signal) : null,
    placeholderData: keepPreviousData,
  })
}
