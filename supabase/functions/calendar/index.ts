import ical from 'npm:ical-generator@11.1.2'
import { serviceClient, setting } from '../_shared/clients.ts'

interface Row {
  id: string
  title: string | null
  /** Increases with every change, also of the plan of a task. */
  version: number
  updated_at: string
}

interface Planned extends Row {
  plan_id: string
  /** Such as '2026-11-14'. */
  day: string
  article_id: string | null
  letter_id: string | null
}

/** What `get_calendar` returns. */
interface Entries {
  stories: (Planned & { brief: string })[]
  tasks: (Planned & { kind: string })[]
  /** When each goes or went out. */
  letters: (Row & { at: string })[]
}

/**
 * The plan as a calendar (RFC 5545) that other programs subscribe to, at `?token=<token>`: the token identifies a person,
 * who can renew it in the admin. Planned days are whole days, the same in every time zone; a letter is at its time.
 */
Deno.serve(async (request) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'Use GET')
  const token = new URL(request.url).searchParams.get('token')
  const { data, error } = await serviceClient().rpc('get_calendar', { p_token: token ?? '' })
  if (error) throw error
  if (data === null) return answer(404, 'This calendar is not known here. Its address may have been renewed.')
  return new Response(calendarOf(data as Entries), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8', ...PRIVATE },
  })
})

const PRIVATE = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' }

function answer(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...PRIVATE },
  })
}

function calendarOf({ stories, tasks, letters }: Entries): string {
  const site = new URL(setting('SITE_URL'))
  const calendar = ical({
    name: `Plan of ${site.hostname}`,
    prodId: { company: site.hostname, product: 'Plan' },
    ttl: 60 * 60,
  })
  const entries = [
    ...stories.map((story) => ({
      ...story,
      summary: (story.letter_id === null ? titleOf : letterTitleOf)(story),
      description: story.brief,
    })),
    ...tasks.map((task) => ({ ...task, summary: `${task.kind}: ${titleOf(task)}`, description: '' })),
  ]
  const common = ({ id, version, updated_at }: Row, address: string) => ({
    id: `${id}@${site.hostname}`,
    stamp: new Date(updated_at),
    lastModified: new Date(updated_at),
    sequence: version,
    url: new URL(address, site).href,
  })
  for (const { summary, description, day, ...row } of entries) {
    calendar.createEvent({
      ...common(row, addressOf(row)),
      summary,
      description: description || null,
      // The library reads the day of a Date on the clock of this machine.
      start: localDay(day),
      allDay: true,
    })
  }
  for (const letter of letters) {
    calendar.createEvent({
      ...common(letter, `/admin/letters/${letter.id}`),
      summary: letterTitleOf(letter),
      start: new Date(letter.at),
    })
  }
  return calendar.toString()
}

function localDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** Where a planned story or letter is in the admin, or its plan where there is neither yet. */
function addressOf({
  plan_id,
  article_id,
  letter_id,
}: Pick<Planned, 'plan_id' | 'article_id' | 'letter_id'>): string {
  if (letter_id !== null) return `/admin/letters/${letter_id}`
  return article_id === null ? `/admin/plan?plan=${plan_id}` : `/admin/articles/${article_id}`
}

const titleOf = ({ title }: Row) => title?.trim() || 'Untitled'

/** The title of a letter, which says that it is one. */
const letterTitleOf = (row: Row) => `Letter: ${titleOf(row)}`
