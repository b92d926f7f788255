/** The published content and its pages, in a process of its own: see site-renderer.ts. */
import { publicClient } from '../backend/client.ts'
import { loadChanged, loadRows } from '../content/load.ts'
import { ownerOfPage, sitePages } from '../content/pages/registry.ts'
import type { PictureFile } from '../content/pictures.ts'
import { type Changes, type LeftOut, type Rows, withoutRows } from '../content/rows.ts'
import { type Snapshot, createSnapshot } from '../content/snapshot.ts'
import { setCurrentSnapshot, setSocialCardRenderer } from '../content/snapshot-context.ts'
import { type SitePath, type WarmBuild, loadBundle } from './astro-adapter.ts'
import type { PublishEvent } from './outbox.ts'
import { changedRows, pictureFilesIn, storedPictureUrls } from './picture-urls.ts'
import { createSocialCardRenderer } from './social-card/renderer.ts'
import { type Tasks, serveTasks } from './work-process.ts'

export interface SiteSettings {
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
  bundleFolder: string
  socialCardFolder: string
}

/** What was read of the content. */
export interface ContentRead {
  leftOut: LeftOut[]
  pictureUrls: string[]
  /** The storage paths of new files. */
  uploads: { storage_path: string; mime_type: string }[]
}

/** A row by its table and id. */
export interface RowKey {
  entity: string
  id: string
}

/** A page that is not on record as it is now. */
export interface StalePage {
  pathname: string
  file: string
  digest: string
  /** The story, page or author that it shows; null for a page of several. */
  owner: RowKey | null
}

let settings: SiteSettings
let client: ReturnType<typeof publicClient>
let warmBuild: WarmBuild
/** Of the first snapshot; null once it is made. */
let rows: Rows | null = null
let changes: Changes = {}
let snapshot: Snapshot | null = null
const pictures = new Map<string, PictureFile>()
/** The digests on record, by file. */
const onRecord = new Map<string, string>()
let paths = new Map<string, SitePath>()

function read(content: Partial<Rows>, leftOut: LeftOut[]): ContentRead {
  return {
    leftOut,
    pictureUrls: [...storedPictureUrls(content, settings.supabaseUrl)],
    uploads: (content.media ?? []).map(({ storage_path, mime_type }) => ({ storage_path, mime_type })),
  }
}

const tasks = {
  /** Reads all content but the rows that are set aside. */
  async open(input: { settings: SiteSettings; setAside: RowKey[] }): Promise<ContentRead> {
    ;({ settings } = input)
    pictures.clear()
    client = publicClient(settings.supabaseUrl, settings.publishableKey)
    setSocialCardRenderer(createSocialCardRenderer(settings.socialCardFolder))
    const leftOut: LeftOut[] = []
    rows = withoutRows(await loadRows(client, (row) => leftOut.push(row)), input.setAside)
    return { ...read(rows, leftOut), uploads: [] }
  },

  /** Reads what events name. */
  async read({ events }: { events: readonly PublishEvent[] }): Promise<ContentRead> {
    const leftOut: LeftOut[] = []
    changes = await loadChanged(client, events, (row) => leftOut.push(row))
    return read(changedRows(changes), leftOut)
  },

  /** Makes the snapshot that pages are rendered from, of what was read and of the pictures known by now. */
  async show(input: {
    pictures: readonly (readonly [url: string, file: PictureFile])[]
    /** The URLs of pictures that are not known any more. */
    gone: readonly string[]
  }): Promise<void> {
    for (const url of input.gone) pictures.delete(url)
    for (const [url, file] of input.pictures) pictures.set(url, file)
    if (rows !== null) snapshot = createSnapshot(rows, pictures, settings.siteUrl)
    else snapshot = snapshot?.with(changes) ?? null
    rows = null
    changes = {}
    if (snapshot !== null) setCurrentSnapshot(snapshot)
  },

  /** Imports the bundle of the site. */
  async load(): Promise<void> {
    warmBuild = await loadBundle(settings.bundleFolder)
  },

  /** What is to be done after these changes of the record (null: removed). */
  async plan(input: { recorded: readonly (readonly [file: string, digest: string | null])[] }) {
    for (const [file, digest] of input.recorded) {
      if (digest === null) onRecord.delete(file)
      else onRecord.set(file, digest)
    }
    if (snapshot === null) throw new Error('There is no snapshot yet')
    const pages = sitePages(snapshot)
    paths = new Map((await warmBuild()).map((path) => [path.file, path]))
    const stale: StalePage[] = []
    for (const { pathname, file } of paths.values()) {
      const page = pages.get(pathname)
      if (page === undefined) throw new Error(`No page type in src/content/pages has ${pathname}`)
      if (onRecord.get(file) === page.digest) continue
      stale.push({ pathname, file, digest: page.digest, owner: ownerOfPage(snapshot, page) })
    }
    return { stale, gone: [...onRecord.keys()].filter((file) => !paths.has(file)) }
  },

  /** Renders a page of the last plan. `pictures` are the copies that it names. */
  async render({ file }: { file: string }): Promise<{ bytes: Uint8Array; pictures: string[] }> {
    const path = paths.get(file)
    if (path === undefined) throw new Error(`${file} is not in the plan`)
    const bytes = await path.render()
    const isText = /\.(?:html|xml|txt|json)$|^_redirects$/.test(file)
    return { bytes, pictures: isText ? [...pictureFilesIn(Buffer.from(bytes).toString('utf8'))] : [] }
  },
} satisfies Tasks

export type SiteTasks = typeof tasks

serveTasks(tasks)
