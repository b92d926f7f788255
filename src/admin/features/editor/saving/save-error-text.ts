import { type PublishLabel, isAhead, publishLabel } from '../../../../domain/story/article-state.ts'
import { sameFormState } from './form.ts'
import { type SaveState, saveErrorOf, stateOf } from './state.ts'

/**
 * Why the text is not saved, and what to do; null when no save has failed. `isKept`: this browser holds a copy of the
 * text that outlives the page.
 */
export function saveErrorText(state: SaveState, isKept: boolean, now: Date): string | null {
  const error = saveErrorOf(state)
  if (error === null) {
    return isKept ? null : 'This browser does not keep a copy of your text. Save before you leave this page.'
  }
  const copy = isKept
    ? 'Your text is kept on this device.'
    : 'This browser does not keep a copy of your text: leave this page open.'
  if (error.kind === 'offline') return `No connection. ${copy} ${whenOnline(state, now)}`
  if (error.reason === 'signed-out') {
    return `Your session has ended. ${copy} Sign in again${isKept ? '' : ' in another tab'} to save it.`
  }
  if (error.reason === 'deleted') return `This article has been deleted. ${copy}`
  return ['The article could not be saved.', error.message, copy]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function whenOnline(state: SaveState, now: Date): string {
  const error = saveErrorOf(state)
  if (error?.kind !== 'offline' || error.pending?.intent !== 'publish') {
    return 'It is saved as soon as you are back online.'
  }
  const label = publishLabel(stateOf(state, now), isAhead(error.pending.form.published_at, now))
  return sameFormState(error.pending.form, state.form)
    ? `It is ${PUBLISHED[label]} as soon as you are back online.`
    : `Press ${label} again once you are back online.`
}

const PUBLISHED: Readonly<Record<PublishLabel, string>> = {
  Publish: 'published',
  Schedule: 'scheduled',
  Update: 'updated',
}
