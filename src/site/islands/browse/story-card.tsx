import type { CSSProperties } from 'react'
import { readTimeLabel } from '../../../domain/read-time.ts'
import { titleParts } from '../../../domain/title.ts'
import { UNCATEGORIZED } from '../../../domain/fallback-names.ts'
import { SmallPicture } from '../small-picture.tsx'
import type { StoryResult } from '../story-search.ts'

/** Card of a live list, with the markup of Card.astro. */
export function StoryCard({ story }: { story: StoryResult }) {
  const { title, title_emphasis, slug, excerpt, featured_image, category, read_time } = story
  return (
    <article className="card">
      {featured_image !== null && (
        <picture className="frame">
          <SmallPicture key={featured_image} address={featured_image} />
        </picture>
      )}
      <h3>
        <a href={`/article/${slug}`}>
          {titleParts(title, title_emphasis).map(({ text, emphasis }, index) =>
            emphasis ? <em key={index}>{text}</em> : text,
          )}
        </a>
      </h3>
      {excerpt && <p>{excerpt}</p>}
      <p
        className={category === null ? 'meta' : 'meta dot'}
        style={{ '--dot': category?.color } as CSSProperties}
      >
        {category?.name ?? UNCATEGORIZED} · {readTimeLabel(read_time)}
      </p>
    </article>
  )
}
