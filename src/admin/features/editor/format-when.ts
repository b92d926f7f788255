import { formatDateTime } from '../../ui/format.ts'

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
export const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** 'today at 09:41', '14 Nov, 09:41', of another year '14 Nov 2025, 09:41': an ISO time in this machine's zone. */
export function formatWhen(iso: string, now = new Date()): string {
  const at = new Date(iso)
  if (at.toDateString() === now.toDateString()) return `today at ${TIME.format(at)}`
  return at.getFullYear() === now.getFullYear() ? DAY_AND_TIME.format(at) : formatDateTime(iso)
}
