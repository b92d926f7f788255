import type { SupabaseClient } from '@supabase/supabase-js'
import { serviceClient } from '../../../supabase/seed/service.ts'
import type { PartialChoices } from '../../domain/newsroom/import-report.ts'
import type { ReadExport } from '../../domain/newsroom/imports.ts'
import { dryRun } from '../../import/dry-run.ts'
import { importedId } from '../../import/imported-id.ts'
import { type OpenExport, openCopy, openExport, picturesOf, planExport } from '../../import/open-export.ts'
import type { Magazine } from '../../import/plan/magazine.ts'
import type { Plan } from '../../import/plan/plan.ts'
import { digestOf, runImport, undoImport } from '../../import/run-import.ts'
import { subjectsOf } from '../../import/subjects.ts'
import { sendNote, serveTasks } from '../../node/worker-process.ts'

interface Access {
  supabaseUrl: string
  secretKey: string
}

interface Job extends Access {
  path: string
  /** The name of the file as people see it. */
  name: string
  /** A ZIP of the old site's pictures. */
  pictures: string | null
  choices: PartialChoices
}

/** The file that was read last stays open: another choice needs it again, and so does the import. */
let last: { digest: string; opened: OpenExport } | null = null

/** How many items are read between two notes of it. */
const NOTED = 200

const tasks = {
  /** What would become of a file. */
  async read(job: Job): Promise<ReadExport> {
    const { digest, opened, plan } = await planOf(job)
    const { format, stage } = opened
    const [old] = stage.of('magazine')
    const menus = stage.count('menu')
    return {
      ...{ id: importedId(plan.source, 'import', digest), format, source: plan.source, menus },
      ...subjectsOf(stage),
      magazine: old === undefined ? null : { name: old.name, tagline: old.tagline, language: old.language },
      choices: plan.choices,
      dryRun: dryRun(plan, stage),
    }
  },

  /** Imports a file, or goes on with that. */
  async run(job: Job & { person: string }): Promise<void> {
    const { digest, opened, plan, magazine, service } = await planOf(job)
    const copy = job.pictures === null ? null : await openCopy(job.pictures)
    try {
      await runImport({
        ...{ service, plan, magazine, onProgress: () => undefined, person: job.person },
        format: opened.format,
        dryRun: dryRun(plan, opened.stage),
        pictures: picturesOf(opened, plan, copy),
        file: { name: job.name, digest },
      })
    } finally {
      copy?.zip?.close()
    }
  },

  async undo({ id, ...access }: Access & { id: string }): Promise<void> {
    await undoImport(connect(access), id)
  },
}

export type ImportTasks = typeof tasks

function connect({ supabaseUrl, secretKey }: Access): SupabaseClient {
  return serviceClient(supabaseUrl, secretKey)
}

async function planOf(job: Job): Promise<{
  digest: string
  opened: OpenExport
  plan: Plan
  magazine: Magazine
  service: SupabaseClient
}> {
  const service = connect(job)
  const digest = await digestOf(job.path)
  if (last?.digest !== digest) {
    last?.opened.close()
    last = null
    const opened = await openExport(service, job.path, (count) => {
      if (count % NOTED === 0) sendNote(count)
    })
    last = { digest, opened }
  }
  const { opened } = last
  const { plan, magazine } = await planExport(service, opened, job.name, job.choices)
  return { digest, opened, plan, magazine, service }
}

serveTasks(tasks)
