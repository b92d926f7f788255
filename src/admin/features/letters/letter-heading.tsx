import { letterTitle } from '../../../domain/letters/letter-states.ts'
import type { Letter } from '../../../domain/letters/letter.ts'
import { CommentsButton } from '../../story/comments/comments-button.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { useTopicNames } from './data/topics.ts'
import { timeOf } from './letter-words.ts'
import { StateBadge } from './state-badge.tsx'

/** The subject of a letter, its topic, its state, when it goes or went out, and the way to its comments. */
export function LetterHeading({ letter }: { letter: Letter }) {
  const topics = useTopicNames()
  const { words, iso } = timeOf(letter)
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <ScreenTitle isInTopBar={false} className="[overflow-wrap:anywhere]">
          {letterTitle(letter)}
        </ScreenTitle>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <StateBadge letter={letter} />
          <span>{topics[letter.topic]}</span>
          <span>
            {words} <time dateTime={iso}>{formatDateTime(iso)}</time>
          </span>
        </p>
      </div>
      <CommentsButton className="shrink-0" />
    </div>
  )
}
