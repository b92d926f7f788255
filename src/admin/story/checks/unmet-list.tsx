import { useState } from 'react'
import type { Calendar } from '../../../domain/text/calendar.ts'
import { CHECKS } from '../../../domain/story/checks.ts'
import type { Place, RightProblem, UnmetCheck } from '../../../domain/story/story-checks.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { useRequiredChecks } from './required-checks.ts'

/** The checks that a story does not meet, each with its places; `onGo` leads to one. */
export function UnmetList({
  unmet,
  onGo,
}: {
  unmet: readonly UnmetCheck[]
  onGo: (place: Place, check: UnmetCheck) => void
}) {
  const required = useRequiredChecks()
  return (
    <ul aria-label="What is missing" className="flex flex-col gap-4">
      {unmet.map((check) => {
        const { name, places } = check
        return (
          <li key={name} className="flex flex-col gap-1">
            <h3 className="flex items-center gap-2 text-sm font-semibold">
              {CHECKS[name].label}
              {required.some((one) => one === name) && <Badge variant="destructive">Required</Badge>}
            </h3>
            {!places.every(isWholeField) && <p className="text-xs text-soft">{CHECKS[name].asks}</p>}
            <Places check={CHECKS[name].label} places={places} onGo={(place) => onGo(place, check)} />
          </li>
        )
      })}
    </ul>
  )
}

/** Whether a place says by itself what to do: a field to fill in. */
const isWholeField = (place: Place) =>
  'field' in place && place.file === undefined && place.index === undefined

/** Places shown at first. */
const FIRST_PLACES = 4

function Places({
  check,
  places,
  onGo,
}: {
  check: string
  places: readonly Place[]
  onGo: (place: Place) => void
}) {
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
              onClick={() => onGo(place)}
              className="min-w-0 rounded-sm py-1 text-left [overflow-wrap:anywhere] underline decoration-rule underline-offset-4 hover:decoration-current"
            >
              <span aria-hidden>{text}</span>
              {/* No aria-label, which would make a second label of the field: “Write one: Excerpt”. */}
              <span className="sr-only">{`${text}: ${check}`}</span>
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
