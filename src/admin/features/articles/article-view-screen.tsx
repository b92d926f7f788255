import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Pencil } from 'lucide-react'
import { useState } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import { introOf } from '../../../domain/article.ts'
import { titleParts } from '../../../domain/title.ts'
import { canEditArticle } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CroppedPicture } from '../../components/cropped-picture.tsx'
import { RenderedArticleBody } from '../../components/rendered-article-body.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { ArticleFacts } from './article-facts.tsx'
import { type ViewedArticle, articleQuery } from './data/article.ts'

/** A stored article, read-only: its text as readers see it, and its facts. */
export function ArticleViewScreen({ articleId }: { articleId: string }) {
  const { data: article, isPending, isError, error, refetch } = useQuery(articleQuery(articleId))
  if (isPending) {
    return (
      <div className="flex justify-center p-16">
        <Spinner label="Loading article…" />
      </div>
    )
  }
  if (isError) {
    const missing = error instanceof BackendError && ['not-found', 'invalid'].includes(error.kind)
    if (missing) return <Missing />
    return <ErrorState title="Failed to load article" onRetry={() => void refetch()} />
  }
  const intro = introOf(article)
  return (
    <>
      <TopBarActions>
        <ArticleLinks article={article} />
      </TopBarActions>
      <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] items-start gap-5 p-4 md:p-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
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
            {article.featured_image !== null && (
              <CroppedPicture
                url={article.featured_image}
                thumbnail={null}
                className="mt-6 aspect-16/10 w-full rounded-sm"
              />
            )}
            <div className="mt-8">
              <RenderedArticleBody content={article.content} />
            </div>
          </div>
        </article>
        <ArticleFacts article={article} />
      </div>
    </>
  )
}

function ArticleLinks({ article }: { article: ViewedArticle }) {
  const profile = useProfile()
  const [openedAt] = useState(() => Date.now())
  const isOut =
    article.status === 'published' &&
    article.deleted_at === null &&
    article.published_at !== null &&
    Date.parse(article.published_at) <= openedAt
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
          className={buttonClass({ variant: 'primary' })}
        >
          <Pencil aria-hidden className="size-4" />
          Edit
        </Link>
      )}
    </>
  )
}

function Missing() {
  return (
    <div className="p-4 md:p-7">
      <h1 className="sr-only">Article not found</h1>
      <EmptyState
        title="Article not found"
        action={
          <Link to="/admin/articles" className={buttonClass()}>
            Back to Articles
          </Link>
        }
      />
    </div>
  )
}
