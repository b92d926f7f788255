import { flushSync } from 'react-dom'
import type { Place } from '../../../../domain/story/story-checks.ts'
import { useComments } from '../../../story/comments/comments-context.tsx'
import { settings } from '../sidebar/settings.tsx'
import { elementsOf, jumpTo } from './jump.ts'

/** Leads to a place where a check is not met: past the comments, or into the settings, where these hide it. */
export function useGoTo(): (place: Place) => void {
  const comments = useComments()
  return (place) => {
    if ('thread' in place) return comments?.choose(place.thread)
    if ('field' in place && !elementsOf(place.field).some((element) => element.checkVisibility())) {
      flushSync(() => comments?.close())
      void settings.show().then(() => jumpTo(place))
    } else jumpTo(place)
  }
}
