import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../node/write-file-atomic.ts'
import { type BundledSite, siteNameOf } from './rendering/bundle.ts'

type BuiltSite = Pick<BundledSite, 'distDir' | 'siteUrl' | 'supabaseUrl' | 'isApiPassedOn'> & {
  dataDir: string
}

const fileOf = ({ dataDir, distDir }: BuiltSite) => join(dataDir, `publisher/${siteNameOf(distDir)}.built`)

/** The addresses that pages name: with others, searches, forms and pictures of a page do not work. */
const addressesOf = ({ siteUrl, supabaseUrl, isApiPassedOn = false }: BuiltSite) =>
  JSON.stringify([siteUrl, supabaseUrl, isApiPassedOn])

/** Records that the whole site has been written with the present addresses. */
export const markBuilt = (site: BuiltSite): Promise<void> => writeFileAtomic(fileOf(site), addressesOf(site))

/** Whether the whole site has been written before, with the present addresses. */
export async function isBuilt(site: BuiltSite): Promise<boolean> {
  const mark = await readFile(fileOf(site), 'utf8').catch(() => null)
  return mark === addressesOf(site) && existsSync(join(site.distDir, 'index.html'))
}
