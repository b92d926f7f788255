import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { serviceClient } from '../../../supabase/seed/service.ts'
import { type Exported, exportMagazine } from '../../archive/export.ts'
import type { ExportChoice } from '../../domain/newsroom/exports.ts'
import { sendNote, serveTasks } from '../../node/worker-process.ts'

interface Job extends ExportChoice {
  supabaseUrl: string
  secretKey: string
  /** Gets the files `first` and `second`. */
  folder: string
}

const tasks = {
  /** Writes the magazine into the folder. */
  make({ supabaseUrl, secretKey, folder, passphrase, with: extras }: Job): Promise<Exported> {
    const output = (name: string) => createWriteStream(join(folder, name), { mode: 0o600 })
    return exportMagazine(serviceClient(supabaseUrl, secretKey), output('first'), {
      ...{ with: extras, folder, report: sendNote },
      ...(passphrase !== null && { private: { output: output('second'), passphrase } }),
    })
  },
}

export type ExportTasks = typeof tasks

serveTasks(tasks)
