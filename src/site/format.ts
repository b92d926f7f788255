const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '14 November 2026' for an ISO time. */
export function formatDay(time: string): string {
  return DAY.format(new Date(time))
}
