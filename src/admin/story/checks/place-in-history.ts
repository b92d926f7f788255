import type { Place } from '../../../domain/story/story-checks.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Where the editor that is navigated to puts the cursor. */
    place?: Exclude<Place, { thread: string }>
  }
}
