import { useStore } from '@nanostores/react'
import { Check, ChevronDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { UnmetCheck } from '../../../../domain/story/story-checks.ts'
import { useRequiredChecks } from '../../../story/checks/required-checks.ts'
import { type CheckedText, useUnmetChecks } from '../../../story/checks/checked-story.ts'
import { UnmetList } from '../../../story/checks/unmet-list.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Skeleton } from '../../../ui/layout/states.tsx'
import { useEditingSession, useSaveState } from '../use-editing-session.ts'
import { usePause } from '../use-pause.ts'
import { useGoTo } from './go-to.ts'
import { LinkCheck, useCheckedLinks } from './link-check.tsx'
import { ShareCard } from './share-card.tsx'
import { $areChecksWanted } from './show-checks.ts'
import { textOnScreen } from './text-on-screen.ts'

/**
 * What the story lacks before it goes out: a line, and below it the list, which is open at first where a stored story
 * lacks something, unless somebody is in the column already. Checked anew when the writer pauses.
 */
export function ChecksCard() {
  const { session } = useEditingSession()
  const [text, setText] = useState<CheckedText>(() => textOnScreen(session.state))
  usePause((state) => setText(textOnScreen(state)))
  /** By hand; null: as it was at first. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const links = useCheckedLinks(text.body, chosen === true)
  const { unmet, isLoadingError, retry } = useUnmetChecks(text, links.states)
  const isNew = useSaveState(({ saved }) => saved === null)
  const list = useRef<HTMLDetailsElement>(null)
  const [isOpenAtFirst, setOpenAtFirst] = useState<boolean | null>(null)
  useLayoutEffect(() => {
    if (isOpenAtFirst !== null || unmet === null) return
    // Who has begun in a card below would lose it from sight.
    const isColumnInUse = list.current?.closest('[data-sidebar]')?.matches(':hover, :focus-within') ?? false
    setOpenAtFirst(!isNew && unmet.length > 0 && !isColumnInUse)
  }, [isOpenAtFirst, unmet, isNew])
  const isOpen = chosen ?? isOpenAtFirst ?? false
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
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isOpen) setChosen(open)
        }}
        className="group scroll-mt-[calc(var(--toolbar-top)+1rem)]"
      >
        <summary className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 rounded-lg p-4 [&::-webkit-details-marker]:hidden">
          <h2 className="text-sm font-semibold">Before It Goes Out</h2>
          <ChevronDown aria-hidden className="row-span-2 size-4 text-soft group-open:rotate-180" />
          <span className="min-h-lh text-sm text-soft">
            {unmet !== null ? (
              <Summary unmet={unmet} />
            ) : isLoadingError ? (
              'Not checked'
            ) : (
              <Skeleton className="h-4 w-24" />
            )}
          </span>
        </summary>
        {isOpen && (
          <div className="flex flex-col gap-4 px-4 pb-4">
            {unmet !== null && <Missing unmet={unmet} />}
            {isLoadingError && (
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

function Missing({ unmet }: { unmet: readonly UnmetCheck[] }) {
  const goTo = useGoTo()
  if (unmet.length === 0) return <p className="text-sm text-soft">Nothing is missing.</p>
  return <UnmetList unmet={unmet} onGo={goTo} />
}
