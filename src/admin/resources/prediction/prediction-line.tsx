import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { formatNumber } from '../../../domain/text/format-number.ts'
import type { PlannedChange, Prediction } from '../../../domain/newsroom/prediction.ts'
import { can } from '../../../domain/people/role.ts'
import { fetchPrediction } from '../../data/requests/prediction.ts'
import { hasPublisher } from '../../data/requests/publisher.ts'
import { useProfile } from '../../session/use-profile.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'

// React Aria's popover and dialog are larger than most screens that have such a line.
const PredictionList = lazyPart(async () => (await import('./prediction-list.tsx')).PredictionList)

/**
 * What a publish of `changes` would do to the site, with the list of pages; null: nothing is planned. Renders nothing for
 * roles that may not publish, and where no publisher answers.
 */
export function PredictionLine({
  changes,
  noneText = 'Changes no pages',
  className = '',
}: {
  changes: readonly PlannedChange[] | null
  noneText?: string
  className?: string | undefined
}) {
  const prediction = usePrediction(changes)
  if (prediction === null) return null
  return (
    <div className={`flex min-h-6 items-center text-sm text-soft ${className}`}>
      {prediction === 'asked' && <Skeleton className="h-4 w-32" />}
      {typeof prediction === 'object' &&
        (prediction.total === 0 ? noneText : <PredictedPages prediction={prediction} />)}
    </div>
  )
}

function PredictedPages({ prediction }: { prediction: Prediction }) {
  const button = useRef<HTMLButtonElement>(null)
  const [container, setContainer] = useState<Element | null>(null)
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={container !== null}
        // A modal <dialog> makes the page around it inert.
        onPress={({ target }) => setContainer(target.closest('dialog') ?? document.body)}
        onHoverStart={PredictionList.preload}
        className="-mx-1 rounded-sm px-1 py-0.5 whitespace-nowrap underline decoration-rule underline-offset-4 hover:text-ink hover:decoration-current"
      >
        {pagesText(prediction.total)}
      </Button>
      {container !== null && (
        <PredictionList
          anchor={button}
          container={container}
          prediction={prediction}
          onClose={() => setContainer(null)}
        />
      )}
    </>
  )
}

function pagesText(total: number): string {
  return total === 1 ? 'Changes 1 page' : `Changes ${formatNumber(total)} pages`
}

/**
 * 'asked' until the first answer; later ones replace it when they are there. 'unknown': it cannot be told, and its line stays
 * empty, so that the buttons below it do not move from under a pointer.
 */
function usePrediction(changes: readonly PlannedChange[] | null): Prediction | 'asked' | 'unknown' | null {
  const mayPublish = can(useProfile().role, 'articles.publish')
  const body = changes === null || !mayPublish ? null : JSON.stringify({ changes })
  const [answer, setAnswer] = useState<Prediction | 'unknown' | null>(null)
  useEffect(() => {
    if (body === null || !hasPublisher()) return undefined
    const request = new AbortController()
    void fetchPrediction(body, request.signal).then((prediction) => {
      if (!request.signal.aborted) setAnswer(prediction ?? 'unknown')
    })
    return () => request.abort()
  }, [body])
  if (body === null) return null
  return answer ?? (hasPublisher() ? 'asked' : null)
}
