import { stat } from 'node:fs/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import type { PartialChoices } from '../domain/newsroom/import-report.ts'
import { defaultChoices, ownChoices, sameChoices } from './choices.ts'
import { type Format, FORMATS, formatOf } from './formats.ts'
import type { PictureSource } from './pictures.ts'
import { type Magazine, readMagazine } from './plan/magazine.ts'
import { Plan } from './plan/plan.ts'
import { earlierChoices } from './run-import.ts'
import { type SourceFiles, isSource, openSource } from './source-files.ts'
import { Stage } from './stage.ts'

/** An export file whose items have been read. The caller closes it. */
export interface OpenExport {
  format: Format
  stage: Stage
  /** The files beside the texts, of a folder or ZIP. */
  beside: SourceFiles | null
  close: () => void
}

const settingsSchema = z.object({
  time_zone: z._default(z.nullable(z.string()), null),
  date_language: z._default(z.nullable(z.string()), null),
  language: z._default(z.nullable(z.string()), null),
})

/** Reads an export file or folder for a magazine; `onItem` is told how many items there are. Rejects with an ImportError. */
export async function openExport(
  service: SupabaseClient,
  path: string,
  onItem: (count: number) => void,
): Promise<OpenExport> {
  const format = await formatOf(path)
  const read = await FORMATS[format]()
  const { data } = await service
    .from('site_settings')
    .select('time_zone, date_language, language')
    .maybeSingle()
  const { time_zone, date_language, language } = settingsSchema.parse(data ?? {})
  const stage = new Stage()
  const beside = (await isSource(path)) ? await openSource(path) : null
  const close = () => {
    stage.close()
    beside?.close()
  }
  try {
    const options = { now: new Date(), zone: time_zone ?? 'UTC', language: date_language ?? language ?? 'en' }
    await stage.fill(read(path, options), onItem)
    return { format, stage, beside, close }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * The plan of a file by what somebody has chosen, else by the choices of the last import from the same source, else as is
 * proposed. `file`: its name.
 */
export async function planExport(
  service: SupabaseClient,
  { stage }: OpenExport,
  file: string,
  own: PartialChoices,
): Promise<{ plan: Plan; magazine: Magazine }> {
  const magazine = await readMagazine(service)
  const proposed = defaultChoices(stage, magazine, file)
  const earlier = await earlierChoices(service, stage.source(file))
  const same = earlier === null ? proposed : sameChoices(earlier, proposed, magazine)
  return { plan: new Plan(stage, magazine, file, ownChoices(own, same, magazine)), magazine }
}

/** A copy of the files of the old site, such as wp-content/uploads: a folder or a ZIP. */
type Copy = Pick<PictureSource, 'folder' | 'zip'>

/** Rejects with an ImportError for what is neither a folder nor a ZIP. The caller closes the ZIP. */
export async function openCopy(path: string): Promise<Copy> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false
  return isFolder ? { folder: path, zip: null } : { folder: null, zip: await openSource(path) }
}

/** Where the pictures of an export come from; `copy` null: there is none. */
export function picturesOf({ beside }: OpenExport, plan: Plan, copy: Copy | null): PictureSource {
  return {
    ...(copy ?? { folder: null, zip: null }),
    readBeside: async (name) => (beside?.has(name) === true ? beside.bytes(name) : null),
    absolute: (address) => plan.absolute(address),
  }
}
