import { useQueries } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LETTER_STATUS_LABELS, LETTER_STATUSES, TOPICS } from '../../../domain/letters/letter-states.ts'
import { can } from '../../../domain/people/role.ts'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { isFiltered, toFilteredQuery } from '../../data/requests/list-search.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { type Column, NONE, TableOrCards } from '../../resources/data-table.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { ListResults, ListSearch, useListScreen } from '../../resources/list-screen.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { formatDateTime } from '../../ui/dates/format.ts'
import { Select } from '../../ui/fields/select.tsx'
import { useOneAtATime } from '../../ui/keys/use-one-at-a-time.ts'
import { Button } from '../../ui/layout/button.tsx'
import { useScreenActions } from '../../ui/layout/screen-actions.ts'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import {
  type LetterNumbers,
  type ListedLetter,
  letterListQuery,
  letterNumbersQuery,
  saveLetter,
} from './data/letters.ts'
import { useTopicNames } from './data/topics.ts'
import { blankLetter } from './edit-letter.ts'
import { timeOf } from './letter-words.ts'
import { lettersSearchSchema } from './letters-search.ts'
import { SenderDialog } from './sender-dialog.tsx'
import { StateBadge } from './state-badge.tsx'

/** Letters to subscribers: drafts, scheduled ones, and the ones that went out with their numbers. */
export function LettersScreen() {
  const screen = useListScreen(lettersSearchSchema, toFilteredQuery, letterListQuery)
  const { role } = useProfile()
  const topics = useTopicNames()
  const [isSenderOpen, setSenderOpen] = useState(false)
  const begin = useBeginLetter()
  const mayWrite = can(role, 'letters.write')
  const maySend = can(role, 'letters.send')
  useScreenActions(mayWrite ? [{ id: 'create', label: 'New Letter', icon: Plus, onAction: begin.start }] : [])
  const { query } = screen
  const create = (primary: boolean) => (
    <Button variant={primary ? 'primary' : 'secondary'} isPending={begin.isPending} onPress={begin.start}>
      <Plus aria-hidden className="size-4" />
      New Letter
    </Button>
  )
  return (
    <ScreenBox>
      <ScreenTitle>Letters</ScreenTitle>
      <p className="text-soft md:-mt-3">
        Mails to the subscribers of a topic, with stories of the magazine. Each has a page on the site, too.{' '}
        {maySend && (
          <Link
            to="/admin/letters/stopped"
            className="rounded-sm whitespace-nowrap underline underline-offset-4"
          >
            Stopped addresses
          </Link>
        )}
      </p>
      <TopBarActions>
        {maySend && <Button onPress={() => setSenderOpen(true)}>Sender</Button>}
        {mayWrite && create(true)}
      </TopBarActions>
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(12rem,1fr)_12rem_12rem]">
        <ListSearch title="Letters" screen={screen} className="sm:max-lg:col-span-2" />
        <Select
          label="State"
          value={query.status ?? null}
          onChange={(status) => screen.change({ status: status ?? undefined })}
          options={[
            { id: null, label: 'All' },
            ...LETTER_STATUSES.map((id) => ({ id, label: LETTER_STATUS_LABELS[id] })),
          ]}
        />
        <Select
          label="Topic"
          value={query.topic ?? null}
          onChange={(topic) => screen.change({ topic: topic ?? undefined })}
          options={[{ id: null, label: 'All Topics' }, ...TOPICS.map((id) => ({ id, label: topics[id] }))]}
        />
      </div>
      <ListResults
        screen={screen}
        noun="letters"
        emptyTitle="No letters yet"
        emptyDetail="A letter is a mail to everybody who has subscribed to its topic: some words of yours, and stories of the magazine. You see it before it goes out, send a test to yourself, and then choose when the subscribers get it."
        emptyAction={mayWrite ? create(false) : undefined}
        noMatchTitle="No letters match."
        isFiltered={isFiltered(query)}
      >
        {(rows) => <LetterList rows={rows} hasNumbers={maySend} />}
      </ListResults>
      {isSenderOpen && <SenderDialog onClose={() => setSenderOpen(false)} />}
    </ScreenBox>
  )
}

/** Makes a letter, and opens it. */
function useBeginLetter() {
  const navigate = useNavigate()
  const saving = useEntityMutation(['letters'], saveLetter)
  const start = useOneAtATime(() =>
    attempt('The letter was not begun', async () => {
      const { id } = await saving.mutateAsync({ opened: null, form: blankLetter() })
      await navigate({ to: '/admin/letters/$letterId', params: { letterId: id } })
    }),
  )
  return { start, isPending: saving.isPending }
}

type Numbers = ReadonlyMap<string, LetterNumbers>

function LetterList({ rows, hasNumbers }: { rows: readonly ListedLetter[]; hasNumbers: boolean }) {
  const topics = useTopicNames()
  const wentOut = hasNumbers ? rows.filter(({ frozen_at }) => frozen_at !== null) : []
  const numbers: Numbers = useQueries({
    queries: wentOut.map((letter) => letterNumbersQuery(letter)),
    combine: (all) =>
      new Map(
        all.flatMap(({ data }, index) => {
          const id = wentOut[index]?.id
          return data === undefined || id === undefined ? [] : [[id, data] as const]
        }),
      ),
  })
  const columns: readonly Column<ListedLetter>[] = [
    {
      header: 'Subject',
      headClassName: 'w-full',
      cellClassName: 'min-w-56 font-semibold',
      cell: (row) => <LetterLink letter={row} />,
    },
    { header: 'Topic', cellClassName: 'max-w-52 truncate text-sm', cell: ({ topic }) => topics[topic] },
    { header: 'State', cellClassName: 'whitespace-nowrap', cell: (row) => <StateBadge letter={row} /> },
    {
      header: 'When',
      cellClassName: 'text-sm whitespace-nowrap text-soft tabular-nums',
      cell: (row) => <When letter={row} />,
    },
    ...(hasNumbers
      ? [
          {
            header: 'Readers',
            className: 'text-right',
            cellClassName: 'text-sm whitespace-nowrap tabular-nums',
            cell: ({ id }: ListedLetter) => numbersText(numbers.get(id)) ?? NONE,
          },
        ]
      : []),
  ]
  return (
    <TableOrCards
      label="Letters"
      columns={columns}
      rows={rows}
      minWidth={760}
      card={(row) => (
        <li key={row.id} className="flex flex-col gap-1 p-3.5">
          <p className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-semibold">
              <LetterLink letter={row} />
            </span>
            <StateBadge letter={row} />
          </p>
          <p className="text-sm">{topics[row.topic]}</p>
          <p className="text-sm text-soft">
            <When letter={row} />
            {numbers.has(row.id) && ` · ${numbersText(numbers.get(row.id))}`}
          </p>
        </li>
      )}
    />
  )
}

/** '1,204', or while a letter goes out '812 of 1,204'. */
function numbersText(numbers: LetterNumbers | undefined): string | null {
  if (numbers === undefined) return null
  const { accepted, recipients } = numbers
  return accepted === recipients
    ? formatNumber(recipients)
    : `${formatNumber(accepted)} of ${formatNumber(recipients)}`
}

function LetterLink({ letter: { id, subject } }: { letter: ListedLetter }) {
  return (
    <Link
      to="/admin/letters/$letterId"
      params={{ letterId: id }}
      className="line-clamp-2 rounded-sm [overflow-wrap:anywhere] hover:underline"
    >
      {subject.trim() === '' ? <span className="text-soft">Without a subject</span> : subject}
    </Link>
  )
}

function When({ letter }: { letter: ListedLetter }) {
  const { words, iso } = timeOf(letter)
  return (
    <>
      {words} <time dateTime={iso}>{formatDateTime(iso)}</time>
    </>
  )
}
