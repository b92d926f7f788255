import type { Thread } from '../../../domain/newsroom/comment.ts'

/** The positions of the passages found in the text, by thread; null before the search. */
export type PassagePlaces = ReadonlyMap<string, number> | null

/** Whether what a thread is about is not there any more. */
export function isLost(
  { id, place }: Thread,
  places: PassagePlaces,
  hasPicture: (url: string) => boolean,
): boolean {
  switch (place.kind) {
    case 'passage':
      return places !== null && !places.has(id)
    case 'picture':
      return !hasPicture(place.url)
    default:
      return false
  }
}

/** Notes on sending back first, then passages in the order of the text, then the others, lost passages at the end. */
export function inOrder(
  threads: readonly Thread[],
  places: PassagePlaces,
  hasPicture: (url: string) => boolean = () => true,
): Thread[] {
  const rank = (thread: Thread): [number, number] => {
    if (thread.place.kind === 'sent-back') return [0, 0]
    if (isLost(thread, places, hasPicture)) return [3, 0]
    return thread.place.kind === 'passage' ? [1, places?.get(thread.id) ?? 0] : [2, 0]
  }
  return threads.toSorted((one, other) => {
    const [[first, at], [second, otherAt]] = [rank(one), rank(other)]
    return first - second || at - otherAt
  })
}

/** The open thread after the chosen one; after the last, and where none is chosen, the first. */
export function nextThread(
  threads: readonly Thread[],
  places: PassagePlaces,
  chosen: string | null,
): Thread | null {
  const open = inOrder(
    threads.filter(({ resolved_at }) => resolved_at === null),
    places,
  )
  const at = open.findIndex(({ id }) => id === chosen)
  return open[(at + 1) % open.length] ?? null
}
