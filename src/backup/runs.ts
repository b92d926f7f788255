import type { SupabaseClient } from '@supabase/supabase-js'
import { cut } from '../domain/text/cut.ts'
import { messageOf } from '../node/report.ts'

export type RunKind = 'backup' | 'drill'

/** What a run found: a sentence, and the archive that it was about. */
export interface RunOutcome {
  what: string
  archive: string
  /** A drill's: pages that were compared. */
  pages?: number
}

/**
 * Records a run with its end, for the dashboard; one that is killed has none. What it throws is recorded as its failure, and
 * thrown again.
 */
export async function recordRun<Outcome extends RunOutcome>(
  service: SupabaseClient,
  kind: RunKind,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const old = new Date(Date.now() - KEPT_DAYS * 24 * 60 * 60 * 1000).toISOString()
  await service.from('backup_runs').delete().lt('started_at', old)
  const begun = await service.from('backup_runs').insert({ kind }).select('id').single()
  if (begun.error !== null) throw new Error(`The run could not be recorded: ${begun.error.message}`)
  const { id } = begun.data
  const end = async (values: object) => {
    const ended = { ended_at: new Date().toISOString(), ...values }
    const { error } = await service.from('backup_runs').update(ended).eq('id', id)
    if (error !== null) throw new Error(`The end of the run could not be recorded: ${error.message}`)
  }
  try {
    const outcome = await run()
    const { what, archive, pages = null } = outcome
    await end({ is_ok: true, what, archive, pages })
    return outcome
  } catch (error) {
    await end({ is_ok: false, what: cut(messageOf(error), MAX_WHAT) })
    throw error
  }
}

/** How long runs are remembered. */
const KEPT_DAYS = 90

/** In characters; the database has the same limit. */
const MAX_WHAT = 2000
