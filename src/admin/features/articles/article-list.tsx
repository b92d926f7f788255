import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { TRASH_DAYS, trashDaysLeft } from '../../../domain/story/article.ts'
import { can } from '../../../domain/people/role.ts'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { type Column, type SortedList, actionsColumn, TableOrCards } from '../../resources/data-table.tsx'
import { CornerBox } from '../../resources/selection/select-box.tsx'
import type { Selection } from '../../resources/selection/use-selection.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ColorDot } from '../../ui/layout/color-dot.tsx'
import { Day } from '../../ui/dates/day.tsx'
import { formatDay } from '../../ui/dates/format.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { ArticleMenu } from './article-menu.tsx'
import { ArticleThumb } from './article-thumb.tsx'
import { CountThreads, OpenThreads } from './comments/open-threads.tsx'
import type { ArticlesQuery, SortColumn } from './articles-search.ts'
import { type ArticleRow, hasUnpublishedChanges, useByline } from './data/article-list.ts'
import { FlagToggle } from './flags.tsx'

export function ArticleList({
  rows,
  list,
  selection,
}: {
  rows: readonly ArticleRow[]
  list: SortedList<SortColumn> & { query: ArticlesQuery }
  /** Left out for roles without bulk acts. */
  selection: Selection | undefined
}) {
  const isTrash = list.query.status === 'trash'
  return (
    <div className="flex flex-col gap-3">
      {isTrash && (
        <p className="text-sm text-soft">
          Articles can be restored from the trash for {TRASH_DAYS} days; then they are deleted for good.
        </p>
      )}
      <CountThreads articleIds={rows.map(({ id }) => id)}>
        <TableOrCards
          label="Articles"
          columns={isTrash ? TRASH_COLUMNS : COLUMNS}
          rows={rows}
          list={list}
          selection={selection && { selected: selection, nameOf: ({ title }) => title }}
          minWidth={660}
          isDense
          card={(row) => <ArticleCard key={row.id} row={row} selection={selection} />}
          cardsClassName="divide-y divide-rule border-b border-rule"
        />
      </CountThreads>
    </div>
  )
}

const TITLE: Column<ArticleRow, SortColumn> = {
  header: 'Title',
  sort: 'title',
  headClassName: 'w-full',
  cellClassName: 'min-w-48 @3xl:min-w-60',
  cell: (row) => (
    <div className="flex items-center gap-3">
      <ArticleThumb url={row.featured_image} className="size-9" />
      <Link
        to="/admin/articles/$id"
        params={{ id: row.id }}
        className="line-clamp-3 rounded-sm font-serif text-lg leading-[1.15] [overflow-wrap:anywhere] hover:underline @3xl:line-clamp-2"
      >
        {row.title}
      </Link>
      <OpenThreads articleId={row.id} />
    </div>
  ),
}

const DAY = 'text-sm whitespace-nowrap text-soft'

const COLUMNS: readonly Column<ArticleRow, SortColumn>[] = [
  TITLE,
  { header: 'Author', cell: (row) => <AuthorCell row={row} /> },
  {
    header: 'Category',
    className: 'hidden @3xl:table-cell',
    cellClassName: 'whitespace-nowrap',
    cell: ({ category }) =>
      category === null ? (
        <span className="text-soft">None</span>
      ) : (
        <span className="inline-flex items-center gap-2">
          <ColorDot color={category.color} />
          <span className="max-w-40 truncate">{category.name}</span>
        </span>
      ),
  },
  {
    header: 'Status',
    sort: 'status',
    cellClassName: 'whitespace-nowrap',
    cell: (row) => <ArticleStatusDot article={row} hasUnpublishedChanges={hasUnpublishedChanges(row)} />,
  },
  { header: 'Featured', cell: (row) => <FlagToggle row={row} flag="featured" /> },
  { header: 'Hero', cell: (row) => <FlagToggle row={row} flag="hero" /> },
  {
    header: 'Published',
    sort: 'published_at',
    first: 'desc',
    className: 'hidden @4xl:table-cell',
    cell: ({ published_at }) => published_at !== null && <Day iso={published_at} className={DAY} />,
  },
  {
    header: 'Changed',
    sort: 'updated_at',
    first: 'desc',
    className: 'hidden @6xl:table-cell',
    cell: ({ updated_at }) => <Day iso={updated_at} className={DAY} />,
  },
  actionsColumn((row) => <ArticleMenu row={row} />),
]

const TRASH_COLUMNS: readonly Column<ArticleRow, SortColumn>[] = [
  TITLE,
  { header: 'Author', cellClassName: 'whitespace-nowrap', cell: (row) => <Byline row={row} /> },
  { header: 'Was', cellClassName: 'whitespace-nowrap', cell: (row) => <ArticleStatusDot article={row} /> },
  {
    header: 'Deleted',
    sort: 'deleted_at',
    first: 'desc',
    cell: ({ deleted_at }) => deleted_at !== null && <DaysLeft deletedAt={deleted_at} />,
  },
  actionsColumn((row) => <ArticleMenu row={row} />),
]

function Byline({ row }: { row: ArticleRow }) {
  return useByline()(row)
}

/** When an article was deleted, and how many days it can still be restored. */
function DaysLeft({ deletedAt }: { deletedAt: string }) {
  const days = trashDaysLeft(deletedAt, serverClock.now())
  return (
    <span className="text-sm whitespace-nowrap text-soft">
      Deleted {formatDay(deletedAt)} ·{' '}
      <span className={days <= 3 ? 'font-semibold text-madder' : ''}>
        {days === 0 ? 'about to go' : `${days} ${days === 1 ? 'day' : 'days'} left`}
      </span>
    </span>
  )
}

/** An article on a phone; its menu has the actions that the table has in its cells. */
function ArticleCard({ row, selection }: { row: ArticleRow; selection: Selection | undefined }) {
  const byline = useByline()
  const [isPicking, setPicking] = useState(false)
  return (
    <li className="flex items-start gap-3.5 py-3.5 first:pt-0">
      <div className="relative">
        <ArticleThumb url={row.featured_image} className="size-19.5 rounded-md!" />
        {selection && <CornerBox id={row.id} name={row.title} selection={selection} />}
      </div>
      <div className="min-w-0 flex-1">
        <Link
          to="/admin/articles/$id"
          params={{ id: row.id }}
          className="line-clamp-3 rounded-sm font-serif text-[1.125rem] leading-tight tracking-[-0.01em] [overflow-wrap:anywhere]"
        >
          {row.title}
        </Link>
        <p className="my-0.5 truncate text-sm text-soft">
          {[row.category?.name, byline(row)].filter(Boolean).join(' · ')}
        </p>
        <span className="flex flex-wrap items-center gap-x-3">
          {row.deleted_at === null ? (
            <ArticleStatusDot article={row} hasUnpublishedChanges={hasUnpublishedChanges(row)} />
          ) : (
            <DaysLeft deletedAt={row.deleted_at} />
          )}
          <OpenThreads articleId={row.id} />
        </span>
        {isPicking && (
          <div className="mt-2">
            <AuthorPicker row={row} onClose={() => setPicking(false)} />
          </div>
        )}
      </div>
      <ArticleMenu row={row} inCard={{ onChangeAuthor: () => setPicking(true) }} />
    </li>
  )
}

/** Loaded when it is needed: it weighs more than the rest of the screen. */
const AuthorPicker = lazyPart(
  async () => (await import('./author-picker.tsx')).AuthorPicker,
  () => <Skeleton className="h-9 w-64" />,
)

function AuthorCell({ row }: { row: ArticleRow }) {
  const { role } = useProfile()
  const byline = useByline()
  const [state, setState] = useState<'untouched' | 'picking' | 'picked'>('untouched')
  const isPicking = state === 'picking'
  const hidden = isPicking ? 'invisible' : ''
  return (
    // The name keeps its room below the picker, or the columns would change their widths.
    <span className="relative flex items-center gap-1 whitespace-nowrap">
      <span className={`max-w-40 truncate ${hidden}`}>{byline(row)}</span>
      {can(role, 'articles.edit') && row.deleted_at === null && (
        <button
          key={state}
          type="button"
          aria-label={`Change author of ${row.title}`}
          title="Change Author"
          // The focus was in the picker.
          autoFocus={state === 'picked'}
          onPointerEnter={AuthorPicker.preload}
          onFocus={AuthorPicker.preload}
          onClick={() => setState('picking')}
          className={`flex size-7 items-center justify-center rounded-sm text-soft hover:bg-tint hover:text-ink ${hidden}`}
        >
          <Pencil aria-hidden className="size-3.5" />
        </button>
      )}
      {isPicking && (
        <span className="absolute -left-2 z-10 rounded-md border border-rule bg-card p-1 shadow-raised">
          <AuthorPicker row={row} onClose={() => setState('picked')} />
        </span>
      )}
    </span>
  )
}
