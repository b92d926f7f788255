import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { can } from '../../../domain/role.ts'
import { templatesQuery } from '../../data/templates.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { NewArticleButton } from '../../components/new-article-button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { MOBILE_QUERY, useMediaQuery } from '../../ui/use-media-query.ts'
import { ArticleFilters } from './article-filters.tsx'
import { ArticleResults } from './article-results.tsx'
import { ARTICLES_PAGE_SIZE, toArticlesQuery, type ArticlesSearch } from './articles-search.ts'
import { articleListQuery } from './data/article-list.ts'
import { HeroImageManager } from './hero-image-manager.tsx'

const route = getRouteApi('/admin/articles')

/** The list of all articles: search, filters, sorting and paging live in the address (admin spec §2). */
export function ArticlesScreen() {
  const { role } = useProfile()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toArticlesQuery(search)
  const isMobile = useMediaQuery(MOBILE_QUERY)
  const list = useQuery(articleListQuery(query))
  const { data: templates = [] } = useQuery({ ...templatesQuery, enabled: can(role, 'articles.edit') })

  /** A changed filter starts again at the first page. */
  const change = (part: ArticlesSearch) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true })
  }

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:p-7">
      <ScreenTitle>Articles</ScreenTitle>
      {can(role, 'articles.edit') && (
        <TopBarActions>
          <NewArticleButton templates={templates}>
            New<span className="hidden md:inline"> Article</span>
          </NewArticleButton>
        </TopBarActions>
      )}
      {!isMobile && <HeroImageManager />}
      <ArticleFilters query={query} onChange={change} />
      <ArticleResults
        query={query}
        page={list.data}
        isError={list.isError}
        isStale={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        onChange={change}
      />
      {list.data !== undefined && list.data.total > 0 && (
        <Pagination
          page={query.page}
          pageSize={ARTICLES_PAGE_SIZE}
          total={list.data.total}
          noun="articles"
          onPage={(page) => {
            scrollTo(0, 0)
            change({ page: page === 1 ? undefined : page })
          }}
        />
      )}
      {isMobile && <HeroImageManager />}
    </div>
  )
}
