import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import type { Calendar } from '../../../domain/text/calendar.ts'
import { commentParts } from '../../../domain/newsroom/comment.ts'
import { SUBJECT_NOUNS } from '../../../domain/newsroom/subject.ts'
import { useColleagues } from '../../data/people/colleagues.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { subjectLink } from '../../story/subject-link.ts'
import { Card } from '../../ui/layout/card.tsx'
import { formatDateTime, formatWhen } from '../../ui/dates/format.ts'
import { Skeleton } from '../../ui/layout/states.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { type Waiting, type WaitingKind, WAITING_KINDS, waitingQuery } from './data/waiting.ts'

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

interface Shown {
  title: string
  /** The list of all of them; left out where there is none. */
  all?: { label: string; link: (me: string) => Target }
  /** Where one of them is. */
  link: (waiting: Waiting) => Target
  /** The line below its title, in parts. */
  line: (waiting: Waiting, words: Words) => (string | undefined)[]
}

interface Words {
  nameOf: (id: string | null) => string | undefined
  calendar: Calendar
  today: string
}

const toStory = ({ article_id }: Waiting) => subjectLink({ kind: 'story', id: article_id ?? '' })

const KINDS: Readonly<Record<WaitingKind, Shown>> = {
  'sent-back': {
    title: 'Sent Back to You',
    link: ({ article_id }) => ({ to: '/admin/articles/$id/edit', params: { id: article_id ?? '' } }),
    line: (waiting, words) => said(waiting, words),
  },
  review: {
    title: 'Waiting for Review',
    all: { label: 'All Under Review', link: () => ({ to: '/admin/articles', search: { status: 'review' } }) },
    link: toStory,
    line: ({ person_id, at }, { nameOf }) => [
      nameOf(person_id),
      at === null ? '' : `Since ${formatWhen(at)}`,
    ],
  },
  due: {
    title: 'Due This Week',
    all: { label: 'Your Plan', link: (person) => ({ to: '/admin/plan', search: { person } }) },
    link: ({ id }) => ({ to: '/admin/plan', search: { plan: id } }),
    line: ({ detail, letter_id, day }, { calendar, today }) => [
      detail ?? SUBJECT_NOUNS[letter_id === null ? 'story' : 'letter'],
      day === null ? '' : dueText(day, today, calendar),
    ],
  },
  comments: {
    title: 'Comments',
    link: (waiting) => ({
      ...(waiting.letter_id === null
        ? toStory(waiting)
        : subjectLink({ kind: 'letter', id: waiting.letter_id })),
      search: { thread: waiting.id },
    }),
    line: (waiting, words) => said(waiting, words),
  },
  scheduled: {
    title: 'Scheduled',
    all: { label: 'All Scheduled', link: () => ({ to: '/admin/articles', search: { status: 'scheduled' } }) },
    link: toStory,
    line: ({ person_id, at }, { nameOf }) => [
      nameOf(person_id),
      at === null ? '' : `Goes out ${formatDateTime(at)}`,
    ],
  },
  messages: {
    title: 'New Messages',
    all: { label: 'All New', link: () => ({ to: '/admin/messages', search: { status: 'new' } }) },
    link: ({ id }) => ({ to: '/admin/messages', search: { open: id } }),
    line: ({ detail, at }) => [detail ?? '', at === null ? '' : formatWhen(at)],
  },
  rights: {
    title: 'Rights That End',
    all: { label: 'All That End', link: () => ({ to: '/admin/media', search: { type: 'ending' } }) },
    link: ({ id }) => ({ to: '/admin/media', search: { file: id } }),
    line: ({ at }) => [at === null ? '' : `Until ${formatDateTime(at)}`],
  },
  'alt-texts': {
    title: 'Without Alt Text',
    all: { label: 'All Without', link: () => ({ to: '/admin/media', search: { type: 'undescribed' } }) },
    link: ({ id }) => ({ to: '/admin/media', search: { file: id } }),
    line: ({ at }) => [at === null ? '' : `Uploaded ${formatWhen(at)}`],
  },
}

/** What somebody wrote, with their name. */
function said({ person_id, detail }: Waiting, { nameOf }: Words): string[] {
  const text = commentParts(detail ?? '').map((part) =>
    'text' in part ? part.text : `@${nameOf(part.mention) ?? '…'}`,
  )
  return [[nameOf(person_id), text.join('')].filter(Boolean).join(': ')]
}

/** 'Due today', 'Overdue since 14 Nov 2026'. */
function dueText(day: string, today: string, calendar: Calendar): string {
  if (day === today) return 'Due today'
  return `${day < today ? 'Overdue since' : 'Due'} ${calendar.formatDay(day, 'date')}`
}

const TITLE = 'Waiting for You'

/** What waits for who is signed in, by kind; the first thing on the dashboard. */
export function WaitingCard() {
  const { data, isPending, error, refetch } = useQuery(waitingQuery)
  if (isPending) return <Skeleton className="h-52" />
  if (data === undefined) {
    return (
      <Card title={TITLE}>
        <QueryError title="Failed to load what waits for you" error={error} refetch={refetch} />
      </Card>
    )
  }
  const kinds = WAITING_KINDS.map((kind) => ({ kind, rows: data.filter((row) => row.kind === kind) }))
  const waiting = kinds.filter(({ rows }) => rows.length > 0)
  return (
    <Card title={TITLE}>
      {waiting.length === 0 ? (
        <p className="text-sm text-soft">Nothing waits for you.</p>
      ) : (
        <div className="-mb-5 [columns:3_18rem] gap-x-8 max-sm:columns-1">
          {waiting.map(({ kind, rows }) => (
            <WaitingKindLines key={kind} kind={kind} rows={rows} />
          ))}
        </div>
      )}
    </Card>
  )
}

function WaitingKindLines({ kind, rows }: { kind: WaitingKind; rows: readonly Waiting[] }) {
  const titleId = useId()
  const me = useProfile()
  const calendar = useCalendar()
  const colleagues = useColleagues()
  const { title, all, link, line } = KINDS[kind]
  const total = rows[0]?.total ?? 0
  const words: Words = {
    nameOf: (id) => (id === null ? undefined : colleagues.nameOf(id)),
    calendar,
    today: calendar.dayOf(serverClock.now().toISOString()),
  }
  return (
    <section aria-labelledby={titleId} className="break-inside-avoid pb-5">
      <div className="flex items-baseline justify-between gap-3 border-b border-rule pb-1.5">
        <h3 id={titleId} className="flex items-baseline gap-2 text-sm text-soft">
          {title}
          <span className="font-semibold text-ink">{total}</span>
        </h3>
        {all !== undefined && (
          <Link
            {...all.link(me.id)}
            className="-my-1.5 rounded-sm py-1.5 text-sm whitespace-nowrap text-prussian hover:underline"
          >
            {all.label}
          </Link>
        )}
      </div>
      <ul>
        {rows.map((row, at) => (
          <li key={`${row.id} ${at}`} className="pt-2 max-sm:nth-[n+3]:hidden">
            <Link
              {...link(row)}
              className="block truncate rounded-sm font-serif text-lg leading-snug hover:underline"
            >
              {row.title || 'Untitled'}
            </Link>
            <p className={`truncate text-xs ${isOverdue(row, words.today) ? 'text-madder' : 'text-soft'}`}>
              {line(row, words).filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isOverdue = ({ day }: Waiting, today: string): boolean => day !== null && day < today
