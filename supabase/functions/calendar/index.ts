import ical from 'npm:ical-generator@11.1.2'
import { serviceClient, setting } from '../_shared/clients.ts'

interface Planned {
  id: string
  plan_id: string
  title: string | null
  /** Such as '2026-11-14'. */
  day: string
  article_id: string | null
  /** Increases with every change, also of the plan of a task. */
  version: number
  updated_at: string
}

/** What `get_calendar` returns. */
interface Entries {
  stories: (Planned & { brief: string })[]
  tasks: (Planned & { kind: string })[]
}

/**
 * The plan as a calendar (RFC 5545) that other programs subscribe to, at `?token=<token>`: the token identifies a person,
 * who can renew it in the admin. Planned days are whole days, the same in every time zone.
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

function calendarOf({ stories, tasks }: Entries): string {
  const site = new URL(setting('SITE_URL'))
  const calendar = ical({
    name: `Plan of ${site.hostname}`,
    prodId: { company: site.hostname, product: 'Plan' },
    ttl: 60 * 60,
  })
  const entries = [
    ...stories.map((story) => ({ ...story, summary: titleOf(story), description: story.brief })),
    ...tasks.map((task) => ({ ...task, summary: `${task.kind}: ${titleOf(task)}`, description: '' })),
  ]
  for (const { id, plan_id, summary, description, day, article_id, version, updated_at } of entries) {
    const address = article_id === null ? `/admin/plan?plan=${plan_id}` : `/admin/articles/${article_id}`
    calendar.createEvent({
      id: `${id}@${site.hostname}`,
      summary,
      description: description || null,
      // The library reads the day of a Date on the clock of this machine.
      start: localDay(day),
      allDay: true,
      stamp: new Date(updated_at),
      lastModified: new Date(updated_at),
      sequence: version,
      url: new URL(address, site).href,
    })
  }
  return calendar.toString()
}

function localDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

const titleOf = ({ title }: Planned) => title?.trim() || 'Untitled'
