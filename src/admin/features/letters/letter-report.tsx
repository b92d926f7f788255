import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { type Letter, letterPath } from '../../../domain/letters/letter.ts'
import { can } from '../../../domain/people/role.ts'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { createFormDraft } from '../../resources/form-draft.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { useOneAtATime } from '../../ui/keys/use-one-at-a-time.ts'
import { Button, buttonClass } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { ProgressLine } from '../../ui/layout/progress-line.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { TopBarActions } from '../../ui/layout/top-bar.tsx'
import { COPY, useCopyLetter } from './copy-letter.ts'
import { type LetterNumbers, letterNumbersQuery } from './data/letters.ts'
import { LetterHeading } from './letter-heading.tsx'
import { LetterPlan } from './letter-plan.tsx'
import { FILTER_LABELS, STATE_NOTES, equationsOf, openOf, progressText, readers } from './letter-words.ts'
import { Recipients } from './recipients.tsx'
import { LETTER_DRAFTS, formOf, letterDraftName } from './use-letter-edit.ts'
import { WaitingNotice } from './waiting-notice.tsx'

/** A letter that goes out, did or was cancelled: how far it is, that nobody was lost, and who got it. */
export function LetterReport({ letter }: { letter: Letter }) {
  const { role } = useProfile()
  const navigate = useNavigate()
  const copy = useCopyLetter(
    (id) => void navigate({ to: '/admin/letters/$letterId', params: { letterId: id } }),
  )
  const { slug, frozen_at } = letter
  return (
    <ScreenBox>
      <TopBarActions>
        {can(role, 'letters.write') && (
          <Button onPress={() => void copy(formOf(letter))}>
            <Copy aria-hidden className="size-4" />
            <span className="max-md:sr-only">{COPY.label}</span>
          </Button>
        )}
        {frozen_at !== null && slug !== null && (
          <a href={letterPath(slug)} target="_blank" rel="noreferrer" className={buttonClass()}>
            <ExternalLink aria-hidden className="size-4" />
            Its Page
          </a>
        )}
      </TopBarActions>
      <LetterHeading letter={letter} />
      <WaitingNotice letter={letter} />
      <LostEdit letter={letter} />
      <LetterPlan letter={letter} />
      {frozen_at === null ? (
        <p className="text-soft">It was cancelled before it went out: nobody got it.</p>
      ) : can(role, 'letters.send') ? (
        <Outcome letter={letter} />
      ) : (
        <p className="text-soft">Editors see who got it.</p>
      )}
    </ScreenBox>
  )
}

/** What somebody had changed and not saved when the letter went out. */
function LostEdit({ letter }: { letter: Letter }) {
  const { id: userId } = useProfile()
  const navigate = useNavigate()
  const [draft] = useState(() => createFormDraft(LETTER_DRAFTS, userId, letterDraftName(letter.id)))
  const [found, setFound] = useState(() => draft.read())
  const forget = () => {
    draft.remove()
    setFound(null)
  }
  const copy = useCopyLetter((id) => {
    forget()
    void navigate({ to: '/admin/letters/$letterId', params: { letterId: id } })
  })
  const keep = useOneAtATime(() => (found === null ? Promise.resolve() : copy(found.form)))
  if (found === null) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-tint px-3 py-2 text-sm"
    >
      <p className="min-w-48 flex-1">What you had changed here and not saved did not go out with it.</p>
      <span className="flex gap-2">
        <Button size="sm" variant="ghost" onPress={forget}>
          Drop It
        </Button>
        <Button size="sm" onPress={keep}>
          Keep It as a New Letter
        </Button>
      </span>
    </div>
  )
}

function Outcome({ letter }: { letter: Letter }) {
  const { data: numbers, isLoadingError, error, refetch } = useQuery(letterNumbersQuery(letter))
  if (isLoadingError) return <QueryError title="Failed to load the numbers" error={error} refetch={refetch} />
  return (
    <>
      {numbers === undefined ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Loading the numbers</span>
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      ) : (
        <>
          {letter.status === 'sending' && <Progress letter={letter} numbers={numbers} />}
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Numbers numbers={numbers} />
            <AfterCard numbers={numbers} />
          </div>
        </>
      )}
      <Recipients letter={letter} numbers={numbers} />
    </>
  )
}

function Progress({ letter, numbers }: { letter: Letter; numbers: LetterNumbers }) {
  const done = numbers.recipients - openOf(numbers)
  return (
    <Card title="Progress">
      <ProgressLine
        label="Mails that are done"
        share={numbers.recipients === 0 ? null : done / numbers.recipients}
        text={progressText(numbers, letter.hold !== null, serverClock.now().getTime())}
      />
    </Card>
  )
}

/** The numbers of the letter, and that they agree. */
function Numbers({ numbers }: { numbers: LetterNumbers }) {
  const shown = (
    ['accepted', 'failed', 'skipped', 'queued', 'claimed', 'unknown', 'excluded'] as const
  ).filter((state) => state === 'accepted' || numbers[state] > 0)
  return (
    <Card title="Who Got It">
      <FactList layout="columns">
        {shown.map((state) => (
          <Fact key={state} name={FILTER_LABELS[state]}>
            <span className="font-semibold tabular-nums">{formatNumber(numbers[state])}</span>{' '}
            <span className="text-soft">{STATE_NOTES[state]}</span>
          </Fact>
        ))}
      </FactList>
      {numbers.reasons.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="w-fit cursor-pointer rounded-sm">Reasons</summary>
          <ul className="mt-1 flex flex-col gap-1">
            {numbers.reasons.map(({ state, reason, count }) => (
              <li key={`${state} ${reason}`} className="[overflow-wrap:anywhere]">
                <span className="tabular-nums">{formatNumber(count)}</span>{' '}
                <span className="text-soft">{FILTER_LABELS[state]}:</span> {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      <ul
        aria-label="Sums that have to agree"
        className="mt-3 flex flex-col gap-1 border-t border-rule pt-3 text-sm"
      >
        {equationsOf(numbers).map(({ text, holds }) => (
          <li key={text} className={holds ? '' : 'font-semibold text-madder'}>
            <span aria-hidden>{holds ? '✓ ' : '✗ '}</span>
            {text}
            {!holds && '. This does not agree: please report it'}
          </li>
        ))}
        <li>
          <span aria-hidden>✓ </span>No address twice: the database takes each address once a letter.
        </li>
      </ul>
    </Card>
  )
}

/** What came back after the mails were accepted. */
function AfterCard({
  numbers: { bounced, left, left_at_once: atOnce, complaints },
}: {
  numbers: LetterNumbers
}) {
  return (
    <Card title="Since Then">
      <FactList layout="columns">
        <Fact name="Came back">{formatNumber(bounced)}</Fact>
        <Fact name="Left by it">{readers(left - atOnce)}</Fact>
        <Fact name="Left within 60 s">
          {formatNumber(atOnce)}
          {atOnce > 0 && (
            <span className="text-soft">
              {' '}
              So soon after the mail came it is often a program that tries all links, not a person.
            </span>
          )}
        </Fact>
        <Fact name="Complaints">{formatNumber(complaints)}</Fact>
      </FactList>
      <p className="mt-3 text-sm text-soft">
        Nobody is watched: mails have no hidden picture, and links lead straight to where they say.
      </p>
    </Card>
  )
}
