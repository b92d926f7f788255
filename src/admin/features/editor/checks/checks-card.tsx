import { useStore } from '@nanostores/react'
import { Check, ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CHECKS } from '../../../../domain/checks.ts'
import type { Calendar } from '../../../../domain/calendar.ts'
import type { Place, RightProblem, UnmetCheck } from '../../../../domain/story-checks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useCalendar } from '../../../ui/use-calendar.ts'
import { useRequiredChecks } from '../data/required-checks.ts'
import { useEditingSession } from '../use-editing-session.ts'
import { usePause } from '../use-pause.ts'
import { type CheckedText, textOnScreen, useUnmetChecks } from './checked-story.ts'
import { jumpTo } from './jump.ts'
import { LinkCheck, useCheckedLinks } from './link-check.tsx'
import { ShareCard } from './share-card.tsx'
import { $areChecksWanted } from './show-checks.ts'

/** What the story lacks before it goes out: a line, and below it the list. Checked anew when the writer pauses. */
export function ChecksCard() {
  const { session } = useEditingSession()
  const [text, setText] = useState<CheckedText>(() => textOnScreen(session.state))
  usePause((state) => setText(textOnScreen(state)))
  const [isOpen, setOpen] = useState(false)
  const links = useCheckedLinks(text.body, isOpen)
  const { unmet, isError, retry } = useUnmetChecks(text, links.states)
  const list = useRef<HTMLDetailsElement>(null)
  const isWanted = useStore($areChecksWanted)
  useEffect(() => {
    if (!isWanted || list.current === null) return
    $areChecksWanted.set(false)
    list.current.open = true
    list.current.querySelector('summary')?.focus({ preventScroll: true })
    list.current.scrollIntoView({ block: 'start' })
  }, [isWanted])
  return (
    <section
      aria-label="Before it goes out"
      className="rounded-lg border border-rule bg-card @md:col-span-2 @4xl:col-span-1"
    >
      <details
        ref={list}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group scroll-mt-[calc(var(--toolbar-top)+1rem)]"
      >
        <summary className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 rounded-lg p-4 [&::-webkit-details-marker]:hidden">
          <h2 className="text-sm font-semibold">Before It Goes Out</h2>
          <ChevronDown aria-hidden className="row-span-2 size-4 text-soft group-open:rotate-180" />
          <span className="min-h-lh text-sm text-soft">
            {unmet !== null ? (
              <Summary unmet={unmet} />
            ) : isError ? (
              'Not checked'
            ) : (
              <Skeleton className="h-4 w-24" />
            )}
          </span>
        </summary>
        {isOpen && (
          <div className="flex flex-col gap-4 px-4 pb-4">
            {unmet !== null && <UnmetList unmet={unmet} />}
            {isError && (
              <div role="alert" className="flex flex-col items-start gap-2 text-sm">
                <p>The story could not be checked. Nothing of it is lost.</p>
                <Button size="sm" onPress={retry}>
                  Try Again
                </Button>
              </div>
            )}
            <LinkCheck {...links} />
            <ShareCard text={text} />
          </div>
        )}
      </details>
    </section>
  )
}

function Summary({ unmet }: { unmet: readonly UnmetCheck[] }) {
  const required = useRequiredChecks()
  const missing = unmet.filter(({ name }) => required.some((one) => one === name)).length
  if (unmet.length === 0)
    return (
      <span className="flex items-center gap-1.5">
        <Check aria-hidden className="size-4" />
        All there
      </span>
    )
  return missing === 0 ? `${unmet.length} to look at` : `${unmet.length} to look at, ${missing} required`
}

function UnmetList({ unmet }: { unmet: readonly UnmetCheck[] }) {
  const required = useRequiredChecks()
  if (unmet.length === 0) return <p className="text-sm text-soft">Nothing is missing.</p>
  return (
    <ul aria-label="What is missing" className="flex flex-col gap-4">
      {unmet.map(({ name, places }) => (
        <li key={name} className="flex flex-col gap-1">
          <h3 className="flex items-center gap-2 text-sm font-semibold">
            {CHECKS[name].label}
            {required.some((one) => one === name) && <Badge variant="destructive">Required</Badge>}
          </h3>
          {!places.every(isWholeField) && <p className="text-xs text-soft">{CHECKS[name].asks}</p>}
          <Places check={CHECKS[name].label} places={places} />
        </li>
      ))}
    </ul>
  )
}

/** Whether a place says by itself what is to be done: a field that is to be filled in. */
const isWholeField = (place: Place) =>
  'field' in place && place.file === undefined && place.index === undefined

/** So many places are shown at first. */
const FIRST_PLACES = 4

function Places({ check, places }: { check: string; places: readonly Place[] }) {
  const calendar = useCalendar()
  const [areAllShown, showAll] = useState(false)
  const shown = areAllShown ? places : places.slice(0, FIRST_PLACES)
  const hidden = places.length - shown.length
  return (
    <ul className="flex flex-col">
      {shown.map((place, index) => {
        const text = place.right === undefined ? place.label : rightText(place.label, place.right, calendar)
        return (
          <li key={index} className="flex flex-wrap items-baseline gap-x-3 text-sm">
            <button
              type="button"
              aria-label={`${text}: ${check}`}
              onClick={() => jumpTo(place)}
              className="min-w-0 rounded-sm py-1 text-left [overflow-wrap:anywhere] underline decoration-rule underline-offset-4 hover:decoration-current"
            >
              {text}
            </button>
            {place.file !== undefined && (
              <a
                href={`/admin/media?file=${place.file}`}
                target="_blank"
                aria-label={`In the library: ${place.label}`}
                className="py-1 text-soft hover:text-ink hover:underline"
              >
                In the library
              </a>
            )}
          </li>
        )
      })}
      {hidden > 0 && (
        <li>
          <Button size="sm" variant="ghost" className="-ms-3" onPress={() => showAll(true)}>
            {`Show ${hidden} more`}
          </Button>
        </li>
      )}
    </ul>
  )
}

function rightText(name: string, { problem, at }: RightProblem, calendar: Calendar): string {
  const date = calendar.format(at, 'date')
  switch (problem) {
    case 'not yet':
      return `${name}, not before ${date}`
    case 'ended':
      return `${name}, only until ${date}`
    case 'ends':
      return `${name}, until ${date}`
  }
}
