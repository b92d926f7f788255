import * as z from 'zod/mini'

/** The response of the edge function sync-authors. */
export const syncOutcomeSchema = z.object({
  invitedCount: z.number(),
  createdCount: z.number(),
  /** Left out by a function that was deployed earlier. */
  failed: z._default(z.array(z.object({ name: z.string(), reason: z.string() })), []),
  isRateLimited: z._default(z.boolean(), false),
})
type SyncOutcome = z.infer<typeof syncOutcomeSchema>

const MAX_NAMED = 3

/** The toast about a sync: how many were invited, and who was not, with the reason. */
export function syncToast({ invitedCount, createdCount, failed, isRateLimited }: SyncOutcome) {
  const counts = `Invited ${invitedCount}, created ${createdCount}`
  if (failed.length === 0) return { title: 'Sync complete', description: counts }
  const named = failed.slice(0, MAX_NAMED).map(({ name, reason }) => `${name}: ${reason}`)
  const more = failed.length > MAX_NAMED ? [`and ${failed.length - MAX_NAMED} more`] : []
  const limit = isRateLimited ? ['The mail limit is reached: sync again in an hour for the others'] : []
  return {
    title: 'Some authors were not invited',
    description: [counts, ...named, ...more, ...limit].map((text) => text.replace(/\.?$/, '.')).join(' '),
    tone: 'destructive' as const,
  }
}
