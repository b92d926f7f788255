import { serverClock } from '../../../backend/server-clock.ts'
import { introOf } from '../../../domain/article.ts'
import { type ArticleState, ARTICLE_STATE_LABELS } from '../../../domain/article-state.ts'
import { titleParts } from '../../../domain/title.ts'
import { Badge } from '../../ui/badge.tsx'
import { CroppedPicture } from '../../components/cropped-picture.tsx'
import { HouseFacts } from '../../components/house-facts.tsx'
import { RenderedArticleBody } from '../../components/rendered-article-body.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNow } from '../../ui/use-now.ts'
import { type EditorForm, contentOf, serializeForm } from './saving/form.ts'
import { stateOf } from './saving/state.ts'
import { useSaveState } from './use-editing-session.ts'

/** Preview of an article. `content` is the stored or edited body, `createdAt` null for a new article. */
export function ArticlePreview({
  form,
  content,
  state,
  createdAt,
}: {
  form: EditorForm
  content: unknown
  state: ArticleState
  createdAt: string | null
}) {
  const title = form.title.trim() || 'Untitled Article'
  const intro = introOf(form)
  return (
    <article className="mx-auto max-w-170">
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <Badge variant={state === 'published' ? 'default' : 'secondary'}>{ARTICLE_STATE_LABELS[state]}</Badge>
        {form.featured && <Badge variant="outline">Featured</Badge>}
        Created {serverClock.calendar.format(createdAt ?? serverClock.now().toISOString(), 'longDate')}
      </p>
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

/** Preview of a search result. */
function SearchResultPreview({ form }: { form: EditorForm }) {
  const title = form.meta_title.trim() || form.title.trim() || 'Untitled Article'
  const description = form.meta_description.trim() || form.excerpt.trim() || 'No description available'
  return (
    <section className="rounded-lg border border-rule bg-card p-4">
      <h3 className="mb-2 text-xs font-semibold tracking-wide text-soft uppercase">SEO Preview</h3>
      <p className="text-lg text-prussian">{title}</p>
      <p className="text-sm break-all text-soft">{`${__SITE_URL__}/article/${form.slug}`}</p>
      <p className="mt-1 text-sm">{description}</p>
    </section>
  )
}

/** Dialog with the preview of the unsaved article and its search result. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const form = serializeForm(useSaveState((state) => state.form))
  const saved = useSaveState((state) => state.saved)
  const state = stateOf({ saved }, useNow([saved?.published_at ?? null]))
  const content = contentOf(form) ?? saved?.content
  return (
    <Dialog isOpen onClose={onClose} title="Preview" size="lg">
      <div className="flex flex-col gap-10">
        <ArticlePreview form={form} content={content} state={state} createdAt={saved?.created_at ?? null} />
        <SearchResultPreview form={form} />
      </div>
    </Dialog>
  )
}
