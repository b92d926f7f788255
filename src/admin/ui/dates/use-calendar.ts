import { useSyncExternalStore } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import type { Calendar } from '../../../domain/text/calendar.ts'

/** The zone and the language of the magazine's dates; renders the component anew when they change. */
export function useCalendar(): Calendar {
  return useSyncExternalStore(serverClock.subscribe, () => serverClock.calendar)
}
