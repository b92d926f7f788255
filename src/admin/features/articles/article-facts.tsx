import type { ReactNode } from 'react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ColorDot } from '../../ui/color-dot.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { useByline } from './byline.ts'
import type { ViewedArticle } from './data/article.ts'
import { hasUnpublishedChanges } from './data/article-list.ts'
import { PublishStateLine } from './publish-state-line.tsx'

/** The sidebar beside the text. */
export function ArticleFacts({ article }: { article: ViewedArticle }) {
  const { role } = useProfile()
  const byline = useByline()
  const tags = article.article_tags.flatMap(({ tag }) => (tag === null ? [] : [tag]))
  return (
    <aside aria-label="About this article" className="flex flex-col gap-4">
      <Card title="Status">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {article.deleted_at === null ? (
            <ArticleStatusDot article={article} hasUnpublishedChanges={hasUnpublishedChanges(article)} />
          ) : (
            <span className="text-sm text-brick">In the trash</span>
          )}
          <span className="flex gap-1.5">
            {article.featured && <Badge>Featured</Badge>}
            {article.hero && <Badge variant="default">Hero</Badge>}
          </span>
        </div>
        {can(role, 'articles.create') && (
          <div className="mt-3 border-t border-rule pt-3">
            <h3 className="mb-1 text-xs text-soft">Last publish</h3>
            <PublishStateLine articleId={article.id} />
          </div>
        )}
      </Card>
      <Card title="Details">
        <dl className="flex flex-col gap-2.5 text-sm">
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
            <Fact name="Published">{formatDateTime(article.published_at)}</Fact>
          )}
          <Fact name="Created">{formatDateTime(article.created_at)}</Fact>
          <Fact name="Changed">{formatDateTime(article.updated_at)}</Fact>
        </dl>
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
        <dl className="flex flex-col gap-2.5 text-sm">
          <Fact name="SEO Title">{article.meta_title || 'The title'}</Fact>
          <Fact name="Meta Description">{article.meta_description || 'The excerpt'}</Fact>
          <Fact name="Meta Keywords">{article.meta_keywords.join(', ') || 'None'}</Fact>
        </dl>
      </Card>
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
