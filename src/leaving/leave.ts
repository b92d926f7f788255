import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { MEDIA_BUCKET } from '../domain/media/media-address.ts'
import { forEachLimit } from '../node/for-each-limit.ts'
import { nullIfMissing } from '../node/files.ts'
import { type Report, messageOf } from '../node/report.ts'
import type { Item } from '../import/description.ts'
import { type Leaving, type LeavingOptions, openLeaving } from './items.ts'
import type { LibraryFile } from './library.ts'
import { LEFT_BEHIND, type LeavingFormat } from './losses.ts'
import { HugoFolder, PICTURES, STATIC } from './markdown/hugo.ts'
import { WxrWriter } from './wordpress/wxr.ts'

export interface LeaveOptions {
  /** Where the magazine stands, without a slash at the end. */
  siteUrl: string
  now: Date
  report: Report
  /**
   * Of WordPress: where its importer finds the pictures, a copy of the folder `wp-content/uploads` of the export, without a
   * slash at the end; null: in the bucket of the magazine.
   */
  picturesUrl: string | null
}

/** What went along, and what did not: lines for people. */
export interface Left {
  counts: Record<string, number>
  lines: string[]
}

/** Files of the library that are read at a time. */
const FILES_AT_ONCE = 3

/** The export of WordPress, the addresses that no export says, and what is not in it. */
const NAMES = { wxr: 'wordpress.xml', redirects: 'redirects.csv', report: 'left-out.txt' } as const
const UPLOADS = 'wp-content/uploads'

/**
 * Writes a magazine for another system into a new folder: for WordPress a WXR file with the uploads beside it, else Markdown.
 * The folder has its name when it is whole. Rejects with a sentence where it is there already and not empty.
 */
export async function leaveFor(
  service: SupabaseClient,
  format: LeavingFormat,
  path: string,
  options: LeaveOptions,
): Promise<Left> {
  const present = await readdir(path).catch(nullIfMissing)
  if (present !== null && present.length > 0) throw new Error(`${path} is not empty: name a new folder.`)
  const part = join(dirname(path), `.${Date.now().toString(36)}.part`)
  await mkdir(part, { recursive: true })
  try {
    const left = await leaveInto(service, format, part, options)
    await rm(path, { recursive: true, force: true })
    await rename(part, path)
    return left
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

async function leaveInto(
  service: SupabaseClient,
  format: LeavingFormat,
  folder: string,
  { siteUrl, now, report, picturesUrl }: LeaveOptions,
): Promise<Left> {
  const bucket = service.storage.from(MEDIA_BUCKET)
  const addressOf = (storagePath: string): string => {
    if (format === 'wordpress' && picturesUrl === null) return bucket.getPublicUrl(storagePath).data.publicUrl
    return `${format === 'wordpress' ? picturesUrl : `/${PICTURES}`}/${encoded(storagePath)}`
  }
  const leaving = await openLeaving(service, { format, siteUrl, addressOf, now })
  const tally = new Tally()
  await (format === 'wordpress' ? writeWordpress : writeMarkdown)(
    leaving,
    folder,
    { ...{ format, siteUrl, addressOf, now } },
    (item) => {
      tally.add(item)
      if (tally.texts % 1000 === 0 && tally.texts > 0 && item.kind === 'story')
        report(`${tally.texts} texts written`)
    },
  )
  const files = format === 'wordpress' ? UPLOADS : `${STATIC}/${PICTURES}`
  await copyFiles(service, leaving.library.files, join(folder, files), tally, report)
  const left = tally.left()
  await writeFile(join(folder, NAMES.report), `${left.lines.join('\n')}\n`)
  return left
}

type Write = (
  leaving: Leaving,
  folder: string,
  options: LeavingOptions,
  onItem: (item: Item) => void,
) => Promise<void>

const writeWordpress: Write = async (leaving, folder, { siteUrl, now }, onItem) => {
  const writer = new WxrWriter({ library: leaving.library, zone: leaving.zone, siteUrl, now })
  const file = createWriteStream(join(folder, NAMES.wxr))
  const ended = finished(file)
  const write = async (text: string) => {
    if (text !== '' && !file.write(text)) await Promise.race([once(file, 'drain'), ended])
  }
  for await (const item of leaving.items()) {
    await write(writer.write(item))
    onItem(item)
  }
  file.end(writer.end())
  await ended
  const rows = writer.redirects.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join())
  await writeFile(join(folder, NAMES.redirects), ['source,target', ...rows, ''].join('\n'))
}

const writeMarkdown: Write = async (leaving, folder, { siteUrl, addressOf }, onItem) => {
  const { library, zone } = leaving
  const hugo = new HugoFolder({ library, zone, siteUrl, addressOf })
  const save = async (files: Iterable<{ path: string; text: string }>) => {
    for (const { path, text } of files) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
  }
  for await (const item of leaving.items()) {
    await save(hugo.files(item))
    onItem(item)
  }
  await save(hugo.last())
}

/** Copies the files of the library. One that cannot be read is named, and the others go on. */
async function copyFiles(
  service: SupabaseClient,
  files: readonly LibraryFile[],
  folder: string,
  tally: Tally,
  report: Report,
): Promise<void> {
  const bucket = service.storage.from(MEDIA_BUCKET)
  let done = 0
  await forEachLimit(files, FILES_AT_ONCE, async ({ storagePath, name }) => {
    try {
      const { data, error } = await bucket.download(storagePath)
      if (error !== null) throw error
      const file = join(folder, ...storagePath.split('/'))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, data.stream())
    } catch (error) {
      tally.note('A file of the library could not be read', `${name}: ${messageOf(error)}`)
    }
    done += 1
    if (done % 100 === 0 || done === files.length) report(`${done} of ${files.length} files copied`)
  })
}

function encoded(storagePath: string): string {
  return storagePath.split('/').map(encodeURIComponent).join('/')
}

/** Counts what goes along, and remembers where what is lost. */
class Tally {
  readonly #counts: Record<string, number> = {}
  readonly #notes = new Map<string, string[]>()
  texts = 0

  add(item: Item): void {
    if (item.kind === 'left out') {
      this.note(`${item.what}: ${item.why}`, item.title)
      return
    }
    if (item.kind === 'story' || item.kind === 'page') this.texts += 1
    this.#counts[item.kind] = (this.#counts[item.kind] ?? 0) + 1
    const where = 'title' in item && item.title !== '' ? `${item.title} (${item.place})` : item.place
    for (const { text } of item.notes) this.note(text, where)
  }

  note(text: string, where: string): void {
    const places = this.#notes.get(text)
    if (places === undefined) this.#notes.set(text, [where])
    else places.push(where)
  }

  left(): Left {
    const lines = [
      'What is in it',
      ...Object.entries(this.#counts).map(([kind, count]) => `  ${count} × ${kind}`),
      '',
      'What is not in it, or in another form',
      ...[...this.#notes]
        .toSorted(([, a], [, b]) => b.length - a.length)
        .flatMap(([text, places]) => [
          `  ${places.length} × ${text}`,
          ...places.map((place) => `      ${place}`),
        ]),
      '',
      'What is in no such export: npm run export has it',
      ...LEFT_BEHIND.map((line) => `  ${line}`),
    ]
    return { counts: this.#counts, lines }
  }
}
