import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { can } from '../../../domain/role.ts'
import { NewArticleButton } from '../../components/new-article-button.tsx'
import { templatesQuery } from '../../data/templates.ts'
import { ListResults } from '../../resources/list-results.tsx'
import { ScreenBox } from '../../resources/list-screen.tsx'
import { useListScreen } from '../../resources/use-list-screen.ts'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { MOBILE_QUERY, useMediaQuery } from '../../ui/use-media-query.ts'
import { ArticleFilters } from './article-filters.tsx'
import { ArticleList } from './article-list.tsx'
import { articlesSearchSchema, extraFilterCount, toArticlesQuery } from './articles-search.ts'
import { articleListQuery, PAGE_SIZE } from './data/article-list.ts'
import { HeroImageManager } from './hero-image-manager.tsx'

/** The list of all articles; the trash is its last status. */
export function ArticlesScreen() {
  const { role } = useProfile()
  const screen = useListScreen({
    schema: articlesSearchSchema,
    toQuery: toArticlesQuery,
    listQuery: articleListQuery,
  })
  const { query } = screen
  const isMobile = useMediaQuery(MOBILE_QUERY)
  const { data: templates = [] } = useQuery({ ...templatesQuery, enabled: can(role, 'articles.edit') })
  const isTrash = query.status === 'trash'
  return (
    <ScreenBox>
      <ScreenTitle>Articles</ScreenTitle>
      {can(role, 'articles.edit') && (
        <TopBarActions>
          <NewArticleButton templates={templates} />
        </TopBarActions>
      )}
      {!isMobile && <HeroImageManager />}
      <ArticleFilters query={query} onText={screen.setText} onChange={screen.change} />
      <ListResults
        screen={screen}
        noun="articles"
        pageSize={PAGE_SIZE}
        errorTitle="Failed to fetch articles"
        emptyTitle={
          isTrash ? 'The trash is empty.' : 'No articles yet. Create your first article to get started!'
        }
        emptyAction={
          !isTrash &&
          can(role, 'articles.create') && (
            <Link to="/admin/articles/new" className={buttonClass()}>
              New Article
            </Link>
          )
        }
        noMatchTitle="No articles match."
        isFiltered={extraFilterCount(query) > 0 || !(isTrash || query.status === 'all')}
        skeleton={{ count: 8, className: 'h-14' }}
      >
        {(rows) => <ArticleList rows={rows} query={query} onSort={screen.change} />}
      </ListResults>
      {isMobile && <HeroImageManager />}
    </ScreenBox>
  )
}
