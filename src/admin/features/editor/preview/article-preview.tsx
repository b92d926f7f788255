import { serverClock } from '../../../../backend/server-clock.ts'
import { introOf } from '../../../../domain/story/article.ts'
import { type ArticleState, ARTICLE_STATE_LABELS } from '../../../../domain/story/article-state.ts'
import { titleParts } from '../../../../domain/story/title.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { CroppedPicture } from '../../../components/cropped-picture.tsx'
import { HouseFacts } from '../../../story/facts/house-facts.tsx'
import { RenderedArticleBody } from '../../../story/rendered-article-body.tsx'
import type { EditorForm } from '../saving/form.ts'

/** What a preview says of an article itself. `createdAt` is null for a new one. */
export function PreviewFacts({
  form,
  state,
  createdAt,
}: {
  form: EditorForm
  state: ArticleState
  createdAt: string | null
}) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
      <Badge variant={state === 'published' ? 'default' : 'secondary'}>{ARTICLE_STATE_LABELS[state]}</Badge>
      {form.featured && <Badge variant="outline">Featured</Badge>}
      Created {serverClock.calendar.format(createdAt ?? serverClock.now().toISOString(), 'longDate')}
    </p>
  )
}

/** An article as the admin itself draws it: near to what readers see. `content` is the stored or edited body. */
export function ArticlePreview({ form, content }: { form: EditorForm; content: unknown }) {
  const title = form.title.trim() || 'Untitled Article'
  const intro = introOf(form)
  return (
    <article className="mx-auto max-w-170">
      {form.featured_image !== null && form.opening !== 'none' && (
        <CroppedPicture
          url={form.featured_image}
          thumbnail={null}
          className="mt-5 aspect-16/10 w-full rounded-sm"
        />
      )}
      <h2 className="article-title mt-6 text-[clamp(2.125rem,1.4rem+3vw,3.25rem)]">
        {titleParts(title, form.title_emphasis || null).map(({ text, emphasis }, index) =>
          emphasis ? <em key={index}>{text}</em> : text,
        )}
      </h2>
      {intro !== '' && <p className="mt-4 font-serif text-xl leading-relaxed text-soft">{intro}</p>}
      <HouseFacts facts={form.facts} />
      <div className="mt-8">
        <RenderedArticleBody content={content} />
      </div>
    </article>
  )
}
