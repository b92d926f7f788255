import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { PublishLabel } from '../../../domain/story/article-state.ts'
import type { Place } from '../../../domain/story/story-checks.ts'
import type { Act, Begin } from '../../resources/acts.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import type { ToLookAt } from './checked-story.ts'

const GoingOutDialog = lazyPart(async () => (await import('./going-out-dialog.tsx')).GoingOutDialog)

interface GoingOut {
  /** Null: the article cannot be published. */
  label: PublishLabel | null
  /** Resolves to what is asked about before; null: nothing. When it rejects, the database decides. */
  find: () => Promise<ToLookAt | null>
  /** Another question about the same press. */
  question?: { title: string; text: string } | null
  /** When nothing was found. */
  onClear: (begin: Begin) => void
  onAnyway: () => void
  onGo: (place: Place) => void
}

/** The act `publish`, which asks when there is something to look at before an article goes out. */
export function useGoingOutActs({ label, find, question = null, onClear, onAnyway, onGo }: GoingOut): {
  acts: Act[]
  isChecking: boolean
} {
  const [isChecking, setChecking] = useState(false)
  const [toLookAt, setToLookAt] = useState<ToLookAt | null>(null)
  if (label === null) return { acts: [], isChecking }
  const publish = async (begin: Begin) => {
    setChecking(true)
    const found = await find().catch((error: unknown) => {
      console.error(error)
      return null
    })
    setChecking(false)
    if (found === null) return onClear(begin)
    setToLookAt(found)
    begin('look-at')
  }
  const acts: Act[] = [
    { id: 'publish', label, icon: Rocket, run: (begin) => void publish(begin) },
    {
      // Asked by the act before it, no entry of a menu.
      id: 'look-at',
      label,
      isOffered: false,
      ask: (close) =>
        toLookAt !== null && (
          <GoingOutDialog
            toLookAt={toLookAt}
            label={label}
            question={question}
            onClose={close}
            onGo={(place) => {
              flushSync(close)
              onGo(place)
            }}
            onAnyway={() => {
              close()
              onAnyway()
            }}
          />
        ),
    },
  ]
  return { acts, isChecking }
}
