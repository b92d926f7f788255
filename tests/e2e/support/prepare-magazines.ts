import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type FullConfig, expect } from '@playwright/test'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { loadKeys } from '../../../supabase/local/keys.ts'
import { migratedCluster, openPglite } from '../../../supabase/local/database/pglite.ts'
import { mayNamePictures, pictureFilesIn } from '../../../src/publisher/pictures/urls.ts'
import { takeBundle } from '../../support/publisher/site-bundle.ts'
import { type Magazine, magazineOf, root, runScript, startMagazine } from './magazine.ts'
import { newFolderOf } from './new-magazine.ts'
import { allPublished } from './stories.ts'
import { CREATE_TABLE_HASHES } from './table-hashes.ts'

/**
 * The pictures of a magazine and their copies, for all of its starts. Magazines do not share them: the list of known
 * pictures, which is stored beside them, has the port.
 */
const picturesOf = ({ dataDir }: Magazine): string => resolve(root, `${dataDir}-pictures`)

const supabaseUrlOf = ({ supabasePort }: Magazine): string => `http://127.0.0.1:${supabasePort}`

/**
 * Makes what `startNewMagazine` copies, for each test worker: the data folder of a magazine with demo content, all of it
 * published.
 */
export default async function prepareMagazines({ workers }: FullConfig): Promise<void> {
  const [first, ...others] = Array.from({ length: workers }, (_, worker) => magazineOf(worker))
  // What it has, the others take.
  if (first !== undefined) await prepare(first, null)
  await Promise.all(others.map((magazine) => prepare(magazine, first ?? null)))
}

/** `like`: a magazine that is prepared, whose content is taken. */
async function prepare(magazine: Magazine, like: Magazine | null): Promise<void> {
  const folder = resolve(root, magazine.dataDir)
  await rm(newFolderOf(magazine), { recursive: true, force: true })
  // Refuses while a magazine still runs in it.
  const [status] = (await once(runScript('scripts/reset.ts', magazine), 'exit')) as [number | null]
  if (status !== 0) throw new Error(`${magazine.dataDir} is not empty`)

  const pictures = picturesOf(magazine)
  await rm(pictures, { recursive: true, force: true })
  const supabaseUrl = supabaseUrlOf(magazine)
  if (like === null) {
    // As the bundle it is copied from other tests: each takes seconds to make.
    const database = await openPglite(folder, migratedCluster)
    await database.script(CREATE_TABLE_HASHES)
    await database.close()
    await mkdir(pictures)
  } else {
    for (const name of ['keys.json', 'postgres', 'social-cards', 'storage'])
      await cp(join(newFolderOf(like), name), join(folder, name), { recursive: true })
    await cp(picturesOf(like), pictures, { recursive: true })
    const known = join(pictures, 'known.json')
    await writeFile(known, (await readFile(known, 'utf8')).replaceAll(supabaseUrlOf(like), supabaseUrl))
  }
  const { publishableKey, secretKey } = await loadKeys(folder)
  await takeBundle({
    supabaseUrl,
    publishableKey,
    siteUrl: `http://localhost:${magazine.port}`,
    distDir: join(folder, 'dist'),
  })
  await symlink(pictures, join(folder, 'pictures'), 'junction')

  const stop = await startMagazine(magazine)
  try {
    const client = createClient(supabaseUrl, secretKey, { auth: { persistSession: false } })
    await setTimeZone(client)
    // What is not done would be done again by each of its copies.
    await allPublished(client, PREPARING)
    await allFocusesProposed(client)
    await allCopied(folder)
  } finally {
    await stop()
  }
  await rename(folder, newFolderOf(magazine))
}

/** Sets the time zone of a magazine: the first super admin of a file would, whose screens then differ from the next one's. */
async function setTimeZone(client: SupabaseClient): Promise<void> {
  const { error } = await client.from('site_settings').update({ time_zone: 'UTC' }).not('id', 'is', null)
  if (error !== null) throw new Error(error.message)
}

/** The bound of a wait, which has none of the configuration here. */
const PREPARING = { timeout: 1_200_000 }

/** Waits until each picture has the focus that is proposed for it. */
async function allFocusesProposed(client: SupabaseClient): Promise<void> {
  const waiting = async () => (await client.rpc('list_media_without_focus_proposal', { p_take: 1 })).data
  await expect.poll(waiting, PREPARING).toEqual([])
}

/** Waits until the site has each copy of a picture that one of its files names. */
async function allCopied(folder: string): Promise<void> {
  const dist = join(folder, 'dist')
  const files = (await readdir(dist, { recursive: true })).filter(mayNamePictures)
  const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
  const named = texts.flatMap((text) => [...pictureFilesIn(text)])
  const missing = () => named.filter((file) => !existsSync(join(dist, '_images', file))).length
  await expect.poll(missing, PREPARING).toBe(0)
}
