import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DryRun, DryRunText, Outcome } from '../../../domain/newsroom/import-report.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Select } from '../../ui/fields/select.tsx'
import {
  type Sentence,
  TEXT_STATES,
  failedPictures,
  madeOf,
  refusedRows,
  sentencesOf,
  statusesOf,
} from './import-words.ts'

/** What a file makes, in numbers. */
export function MadeCard({ dryRun, title }: { dryRun: DryRun; title: string }) {
  const statuses = statusesOf(dryRun)
  const made = madeOf(dryRun)
  return (
    <Card title={title}>
      {made.length === 0 ? (
        <p className="text-soft">Nothing that is not here already.</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {made.map(({ count, name }) => (
            <li key={name}>
              <span className="font-semibold tabular-nums">{count}</span>{' '}
              <span className="text-soft">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {statuses !== '' && <p className="mt-2 text-sm text-soft">{`Stories and pages: ${statuses}.`}</p>}
    </Card>
  )
}

/**
 * What becomes of everything in a file, each with its place. `hasLinks`: the stories and pages are there, and have links;
 * `outcome`: what became of the rows, once that is known.
 */
export function ReportCards({ dryRun, hasLinks }: { dryRun: DryRun; hasLinks: boolean }) {
  const { texts, others, leftOut, merged } = dryRun
  const notes = others.flatMap(({ what, notes: of, ...at }) =>
    of.map(({ kind, text }) => ({ kind, text: `${what}: ${text}`, ...at })),
  )
  return (
    <>
      {texts.length > 0 && <TextsCard texts={texts} hasLinks={hasLinks} />}
      <SentencesCard
        title="Different"
        sentences={sentencesOf(notes.filter(({ kind }) => kind !== 'dropped'))}
      />
      <SentencesCard
        title="Dropped"
        sentences={sentencesOf(notes.filter(({ kind }) => kind === 'dropped'))}
      />
      <SentencesCard
        title="Left Out"
        sentences={sentencesOf(leftOut.map(({ what, why, ...at }) => ({ text: `${what}: ${why}`, ...at })))}
      />
      <SentencesCard
        title="Merged"
        sentences={sentencesOf(
          merged.map(({ kind, into, isHere, ...at }) => ({
            text: `The same ${kind} as ${into}, ${isHere ? 'which is here' : 'of the file'}`,
            ...at,
          })),
        )}
      />
    </>
  )
}

const PAGE_SIZE = 50

/** The stories and pages of a file, each with what becomes of it. */
function TextsCard({ texts, hasLinks }: { texts: readonly DryRunText[]; hasLinks: boolean }) {
  const [state, setState] = useState<DryRunText['state'] | null>(null)
  const [page, setPage] = useState(1)
  const states = (Object.keys(TEXT_STATES) as DryRunText['state'][]).filter((one) =>
    texts.some((text) => text.state === one),
  )
  const matching = state === null ? texts : texts.filter((text) => text.state === state)
  const shown = matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const show = (next: DryRunText['state'] | null) => {
    setState(next)
    setPage(1)
  }
  return (
    <Card
      title="Stories & Pages"
      aside={
        <span className="w-60 max-w-1/2">
          <Select
            label="What becomes of them"
            hideLabel
            value={state}
            onChange={show}
            options={[
              { id: null, label: `All ${texts.length}` },
              ...states.map((id) => ({
                id,
                label: `${TEXT_STATES[id]}: ${texts.filter((text) => text.state === id).length}`,
              })),
            ]}
          />
        </span>
      }
    >
      <ul aria-label="Stories and pages" className="mb-3 divide-y divide-rule">
        {shown.map((text, index) => (
          <TextRow key={text.id ?? index} text={text} hasLinks={hasLinks} />
        ))}
      </ul>
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={matching.length}
        noun="stories and pages"
        onPage={setPage}
      />
    </Card>
  )
}

const LINK = 'rounded-sm hover:underline'

function TextRow({ text, hasLinks }: { text: DryRunText; hasLinks: boolean }) {
  const { kind, id, title, place, state, status, why, notes } = text
  return (
    <li className="py-2.5 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-semibold">
          {!hasLinks || id === null ? (
            title
          ) : kind === 'story' ? (
            <Link to="/admin/articles/$id" params={{ id }} className={LINK}>
              {title}
            </Link>
          ) : (
            <Link to="/admin/pages" search={{ q: title }} className={LINK}>
              {title}
            </Link>
          )}
        </p>
        <Badge variant={state === 'left out' || state === 'private' ? 'outline' : 'secondary'}>
          {TEXT_STATES[state]}
        </Badge>
      </div>
      <p className="text-sm text-soft">
        {[kind === 'page' ? 'Page' : 'Story', status, place].filter(Boolean).join(' · ')}
      </p>
      {why !== null && <p className="text-sm">{why}</p>}
      {notes.length > 0 && (
        <ul className="text-sm">
          {notes.map((note, index) => (
            <li key={index}>
              <span className="text-soft">{note.kind === 'dropped' ? 'Dropped: ' : 'Different: '}</span>
              {note.text}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Places that are shown of one sentence. */
const PLACES = 500

/** Sentences, each of which opens with the places where it applies. */
function SentencesCard({ title, sentences }: { title: string; sentences: readonly Sentence[] }) {
  if (sentences.length === 0) return null
  return (
    <Card title={title}>
      <ul className="flex flex-col gap-1.5">
        {sentences.map(({ text, where }) => (
          <li key={text} className="[overflow-wrap:anywhere]">
            <details>
              <summary className="w-fit cursor-pointer rounded-sm">
                {text} <span className="text-sm text-soft tabular-nums">{where.length}</span>
              </summary>
              <ul className="mt-1 mb-2 ml-4 max-h-80 overflow-y-auto text-sm text-soft">
                {where.slice(0, PLACES).map((place, index) => (
                  <li key={index}>{place}</li>
                ))}
                {where.length > PLACES && <li>{`and ${where.length - PLACES} more`}</li>}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What became of the rows, and what the magazine did not take. */
export function OutcomeCards({ outcome }: { outcome: Outcome }) {
  const sum = (key: 'made' | 'changed' | 'same' | 'kept') =>
    Object.values(outcome.tables).reduce((total, counts) => total + counts[key], 0)
  const kept = sum('kept')
  return (
    <>
      <Card title="Written">
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {(
            [
              [sum('made'), 'made'],
              [sum('changed'), 'changed'],
              [sum('same'), 'as they were'],
              [kept, 'left, as somebody has changed them here'],
            ] as const
          ).map(([count, name]) => (
            <li key={name}>
              <span className="font-semibold tabular-nums">{count}</span>{' '}
              <span className="text-soft">{name}</span>
            </li>
          ))}
        </ul>
      </Card>
      <SentencesCard
        title="Pictures That Could Not Be Read"
        sentences={sentencesOf(failedPictures(outcome).map(({ why, ...at }) => ({ text: why, ...at })))}
      />
      <SentencesCard
        title="Not Imported"
        sentences={sentencesOf(refusedRows(outcome).map(({ why, ...at }) => ({ text: why, ...at })))}
      />
    </>
  )
}
