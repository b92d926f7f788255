import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { ARTICLE_STATE_LABELS } from '../../../domain/story/article-state.ts'
import { can } from '../../../domain/people/role.ts'
import { NewArticleButton } from '../../story/new-article-button.tsx'
import { articleCountsQuery } from '../../story/articles.ts'
import { FilterChips, MineChip } from '../../resources/filter-chips.tsx'
import { ListResults, useListScreen } from '../../resources/list-screen.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { BulkActs } from '../../resources/bulk/bulk-acts.tsx'
import { useSelection } from '../../resources/selection/use-selection.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button, buttonClass } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { ArticleList } from './article-list.tsx'
import {
  type ArticlesQuery,
  type ArticlesSearch,
  type ListStatus,
  articlesSearchSchema,
  extraFilterCount,
  LIST_STATUSES,
  toArticlesQuery,
} from './articles-search.ts'
import { articleListQuery, fetchArticleIds } from './data/article-list.ts'
import { HeroImageManager } from './hero-image-manager.tsx'
import { actsFor } from './bulk/acts.ts'

export function ArticlesScreen() {
  const { role } = useProfile()
  const screen = useListScreen(articlesSearchSchema, toArticlesQuery, articleListQuery)
  const { query } = screen
  const selection = useSelection(screen)
  const acts = actsFor(role, query.status)
  const isTrash = query.status === 'trash'
  return (
    <ScreenBox>
      <ScreenTitle>Articles</ScreenTitle>
      {can(role, 'articles.edit') && (
        <TopBarActions>
          <NewArticleButton />
        </TopBarActions>
      )}
      <ArticleFilters query={query} onText={screen.setText} onChange={screen.change} />
      <ListResults
        screen={screen}
        noun="articles"
        emptyTitle={
          isTrash
            ? 'The trash is empty.'
            : can(role, 'articles.create')
              ? 'No articles yet. Create your first article to get started!'
              : 'No articles yet.'
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
        skeleton={{ count: 10, className: 'h-11' }}
      >
        {(rows) => (
          <ArticleList rows={rows} list={screen} selection={acts.length > 0 ? selection : undefined} />
        )}
      </ListResults>
      <BulkActs
        selection={selection}
        noun="articles"
        total={screen.data?.total ?? 0}
        fetchIds={() => fetchArticleIds(query)}
        acts={acts}
        Dialog={ArticleActDialog}
      />
      <HeroImageManager />
    </ScreenBox>
  )
}

const ArticleActDialog = lazyPart(
  async () => (await import('./bulk/article-act-dialog.tsx')).ArticleActDialog,
)

const MoreFilters = lazyPart(
  async () => (await import('./more-filters.tsx')).MoreFilters,
  () => <Skeleton className="h-93 lg:h-60 xl:h-43" />,
)

function ArticleFilters({
  query,
  onText,
  onChange,
}: {
  query: ArticlesQuery
  onText: (text: string) => void
  onChange: (part: ArticlesSearch) => void
}) {
  const extra = extraFilterCount(query)
  const [open, setOpen] = useState(extra > 0)
  const { role } = useProfile()
  const { data: counts } = useQuery(articleCountsQuery)
  // They are of all articles: beside what else narrows the list they would not be so.
  const isCounted = query.text === '' && extra === 0
  const statuses = LIST_STATUSES.filter((status) => status !== 'trash' || can(role, 'articles.delete'))
  return (
    <search aria-label="Articles" className="flex flex-col gap-3">
      <div className="flex gap-2.5">
        <SearchBox label="Search articles" text={query.text} onText={onText} className="flex-1 md:max-w-md" />
        <Button
          aria-expanded={open}
          aria-controls="more-filters"
          onPress={() => setOpen((shown) => !shown)}
          onHoverStart={MoreFilters.preload}
          onFocus={MoreFilters.preload}
          className="min-h-9.5"
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          <span className="sr-only md:not-sr-only">More Filters</span>
          {extra > 0 && <span className="tabular-nums">{extra}</span>}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <FilterChips
          label="Status"
          chips={statuses.map((value) => ({
            value,
            label: STATUS_LABELS[value],
            ...(value === 'trash' ? {} : { count: isCounted ? counts?.[value] : undefined }),
          }))}
          value={query.status}
          onChange={(status) =>
            onChange({
              status: status === 'all' ? undefined : status,
              // The two lists are sorted by columns that the other does not have.
              ...(status === 'trash' || query.status === 'trash' ? { sort: undefined, dir: undefined } : {}),
            })
          }
        />
        <MineChip person={query.author} onChange={(author) => onChange({ author })} />
      </div>
      <div id="more-filters" hidden={!open}>
        {open && <MoreFilters query={query} onChange={onChange} />}
      </div>
    </search>
  )
}

const STATUS_LABELS: Readonly<Record<ListStatus, string>> = {
  all: 'All',
  ...ARTICLE_STATE_LABELS,
  trash: 'Trash',
}
