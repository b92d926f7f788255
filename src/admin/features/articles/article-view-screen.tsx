import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ExternalLink, Pencil } from 'lucide-react'
import { useRef } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import { introOf } from '../../../domain/story/article.ts'
import { can, canEditArticle } from '../../../domain/people/role.ts'
import { titleParts } from '../../../domain/story/title.ts'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { useArticleState } from '../../components/use-article-state.ts'
import { CroppedPicture } from '../../components/cropped-picture.tsx'
import { HouseFacts } from '../../story/facts/house-facts.tsx'
import { describePublish } from '../../story/publishing/describe-publish.ts'
import { RenderedArticleBody } from '../../story/rendered-article-body.tsx'
import { publishStateQuery } from '../../story/publishing/publish-state.ts'
import { useProfile } from '../../session/use-profile.ts'
import { CommentsButton } from '../../story/comments/comments-button.tsx'
import { CommentsProvider, useComments, useIsInConversation } from '../../story/comments/comments-context.tsx'
import { BESIDE_QUERY } from '../../story/comments/layout.ts'
import { PlanCard } from '../../story/plan/plan-card.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { buttonClass } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ColorDot } from '../../ui/layout/color-dot.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Spinner } from '../../ui/layout/spinner.tsx'
import { EmptyState } from '../../ui/layout/states.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { StatusDot } from '../../ui/layout/status-dot.tsx'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { TopBarActions } from '../../ui/layout/top-bar.tsx'
import { ReviewActions } from './review-actions.tsx'
import { type ViewedArticle, articleQuery, hasUnpublishedChanges, useByline } from './data/article-list.ts'

const CommentsPanel = lazyPart(
  async () => (await import('../../story/comments/comments-panel.tsx')).CommentsPanel,
)
const ViewedMarks = lazyPart(async () => (await import('./comments/viewed-marks.tsx')).ViewedMarks)

/** A stored article, read-only: its text as readers see it, and its facts. */
export function ArticleViewScreen() {
  const { id } = getRouteApi('/admin/articles/$id').useParams()
  const { data: article, isPending, error, refetch } = useQuery(articleQuery(id))
  const isInConversation = useIsInConversation(id)
  if (isPending) {
    return (
      <div className="flex justify-center p-16">
        <Spinner label="Loading article…" />
      </div>
    )
  }
  if (error instanceof BackendError && ['not-found', 'invalid'].includes(error.kind)) return <Missing />
  if (article === undefined)
    return <QueryError title="Failed to load article" error={error} refetch={refetch} />
  return (
    <CommentsProvider key={article.id} subject={isInConversation ? { kind: 'story', id: article.id } : null}>
      <StoredArticle article={article} />
    </CommentsProvider>
  )
}

function StoredArticle({ article }: { article: ViewedArticle }) {
  const comments = useComments()
  const isBeside = useMediaQuery(BESIDE_QUERY)
  const text = useRef<HTMLDivElement>(null)
  const intro = introOf(article)
  const isOpen = comments !== null && comments.isOpen
  const isUnderReview = article.status === 'review' && article.deleted_at === null
  return (
    <>
      <TopBarActions>
        <CommentsButton />
        <ArticleLinks article={article} />
        {isUnderReview && <ReviewActions article={article} />}
      </TopBarActions>
      <div
        className={`mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] items-start gap-5 p-4 [--toolbar-top:4.5rem] md:p-7 lg:grid-cols-[minmax(0,1fr)_20rem] ${isUnderReview ? 'max-md:pb-24' : ''}`}
      >
        <article className="min-w-0 rounded-lg border border-rule bg-card px-5 py-7 md:px-10 md:py-10">
          <div className="mx-auto max-w-[42.5rem]">
            <h1 className="font-serif text-[clamp(2.1rem,4.5vw,3.2rem)] leading-[1.04] tracking-[-0.03em] [overflow-wrap:anywhere]">
              {titleParts(article.title, article.title_emphasis).map(({ text, emphasis }) =>
                emphasis ? (
                  <em key={text} className="font-light">
                    {text}
                  </em>
                ) : (
                  text
                ),
              )}
            </h1>
            {intro !== '' && (
              <p className="mt-4 font-serif text-xl [overflow-wrap:anywhere] text-soft">{intro}</p>
            )}
            {article.featured_image !== null && article.opening !== 'none' && (
              <CroppedPicture
                url={article.featured_image}
                thumbnail={null}
                className="mt-6 aspect-16/10 w-full rounded-sm"
              />
            )}
            <HouseFacts facts={article.facts} />
            <div ref={text} tabIndex={-1} className="mt-8 outline-none">
              <RenderedArticleBody content={article.content} />
            </div>
          </div>
        </article>
        {!(isOpen && isBeside) && <ArticleFacts article={article} />}
        {isOpen && <CommentsPanel comments={comments} hasPicture={(url) => hasPicture(article, url)} />}
        {comments !== null && <ViewedMarks comments={comments} text={text} />}
      </div>
    </>
  )
}

function hasPicture({ featured_image, gallery, content }: ViewedArticle, url: string): boolean {
  return featured_image === url || gallery.includes(url) || JSON.stringify(content).includes(url)
}

function ArticleLinks({ article }: { article: ViewedArticle }) {
  const profile = useProfile()
  const state = useArticleState(article)
  const isOut = article.deleted_at === null && state === 'published'
  return (
    <>
      {isOut && (
        <a href={`/article/${article.slug}`} target="_blank" rel="noopener" className={buttonClass()}>
          <ExternalLink aria-hidden className="size-4" />
          <span className="sr-only sm:not-sr-only">View on Site</span>
        </a>
      )}
      {article.deleted_at === null && canEditArticle(profile, article) && (
        <Link
          to="/admin/articles/$id/edit"
          params={{ id: article.id }}
          className={buttonClass({ variant: article.status === 'review' ? 'secondary' : 'primary' })}
        >
          <Pencil aria-hidden className="size-4" />
          Edit
        </Link>
      )}
    </>
  )
}

/** Viewers read the same of an article that is not published as of one that never was. */
function Missing() {
  const { role } = useProfile()
  const readsAll = can(role, 'articles.create')
  const title = readsAll ? 'Article not found' : 'Not published yet'
  return (
    <div className="p-4 md:p-7">
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        title={title}
        detail={readsAll ? undefined : 'Viewers read an article once it is published, and as long as it is.'}
        action={
          <Link to="/admin/articles" className={buttonClass()}>
            Back to Articles
          </Link>
        }
      />
    </div>
  )
}

function ArticleFacts({ article }: { article: ViewedArticle }) {
  const { role } = useProfile()
  const byline = useByline()
  const isScheduled = useArticleState(article) === 'scheduled'
  const tags = article.article_tags.flatMap(({ tag }) => (tag === null ? [] : [tag]))
  return (
    <aside aria-label="About this article" className="flex flex-col gap-4">
      <Card title="Status">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {article.deleted_at === null ? (
            <ArticleStatusDot article={article} hasUnpublishedChanges={hasUnpublishedChanges(article)} />
          ) : (
            <span className="text-sm text-madder">In the trash</span>
          )}
          <span className="flex gap-1.5">
            {article.featured && <Badge>Featured</Badge>}
            {article.hero && <Badge variant="default">{isScheduled ? 'Hero from its date' : 'Hero'}</Badge>}
          </span>
        </div>
        {can(role, 'articles.create') && (
          <div className="mt-3 border-t border-rule pt-3">
            <h3 className="mb-1 text-xs text-soft">Last publish</h3>
            <PublishStateLine articleId={article.id} />
          </div>
        )}
      </Card>
      {article.deleted_at === null && (
        <PlanCard
          subject={{ kind: 'story', id: article.id, title: article.title, owner: article.author_id }}
        />
      )}
      <Card title="Details">
        <FactList layout="stacked">
          <Fact name="Author">{byline(article)}</Fact>
          <Fact name="Category">
            {article.category === null ? (
              'None'
            ) : (
              <span className="inline-flex items-center gap-2">
                <ColorDot color={article.category.color} />
                {article.category.name}
              </span>
            )}
          </Fact>
          <Fact name="Address">
            <span className="break-all">/article/{article.slug}</span>
          </Fact>
          {article.published_at !== null && (
            <Fact name={isScheduled ? 'Scheduled' : 'Published'}>{formatDateTime(article.published_at)}</Fact>
          )}
          {article.publish_at !== null && (
            <Fact name="Publish Date">{formatDateTime(article.publish_at)}</Fact>
          )}
          <Fact name="Created">{formatDateTime(article.created_at)}</Fact>
          <Fact name="Changed">{formatDateTime(article.updated_at)}</Fact>
        </FactList>
      </Card>
      {tags.length > 0 && (
        <Card title="Tags">
          <ul className="flex flex-wrap gap-1.5">
            {tags.map(({ id, name }) => (
              <li key={id}>
                <Badge>{name}</Badge>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="SEO and Meta Data">
        <FactList layout="stacked">
          <Fact name="SEO Title">
            {article.meta_title || <span className="text-soft">None, so the title of the story</span>}
          </Fact>
          <Fact name="Meta Description">
            {article.meta_description || <span className="text-soft">None, so the excerpt</span>}
          </Fact>
          <Fact name="Meta Keywords">{article.meta_keywords.join(', ') || 'None'}</Fact>
        </FactList>
      </Card>
    </aside>
  )
}

function PublishStateLine({ articleId }: { articleId: string }) {
  const { data, isPending } = useQuery(publishStateQuery(articleId))
  if (isPending) return <span className="text-sm text-soft">Asking…</span>
  if (data === undefined) return <span className="text-sm text-madder">The state is not known</span>
  if (data === null) return <span className="text-sm text-soft">Nothing published yet</span>
  const { status, due_at, duration_ms, error } = data
  const { tone, text } = describePublish(status, status === 'live' ? duration_ms : null)
  return (
    <>
      <StatusDot tone={tone}>
        {status === 'scheduled' ? `${text}, ${formatDateTime(due_at)}` : text}
      </StatusDot>
      {error !== null && <p className="mt-1 text-xs break-words text-madder">{error}</p>}
    </>
  )
}
