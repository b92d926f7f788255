import type { SourceFiles } from '../source-files.ts'
import type { PostRow } from './rows.ts'

/** Where a magazine stood at Substack, as far as its files show it. */
interface OwnAddress {
  address: string | null
  /** Its name in addresses of Substack: 'NAME.substack.com'. */
  name: string | null
}

/** How many texts are asked for links to the magazine itself. */
const ASKED_TEXTS = 50
const ASKED_BYTES = 1024 * 1024

/** Finds out from links to stories of the file itself, and from the name of its list of subscribers. */
export async function findAddress(
  files: SourceFiles,
  texts: readonly string[],
  rows: readonly PostRow[],
): Promise<OwnAddress> {
  const slugs = new Set(rows.map(({ slug }) => slug).filter((slug) => slug !== ''))
  const counts = new Map<string, number>()
  for (const path of texts.slice(-ASKED_TEXTS)) {
    const source = await files.text(path, ASKED_BYTES).catch(() => '')
    for (const [, host = '', slug = ''] of source.matchAll(
      /\bhttps?:\/\/([\w.-]{1,255})\/p\/([\w-]{1,255})/g,
    ))
      if (slugs.has(slug) && host !== 'open.substack.com') counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  const [[host] = []] = [...counts].sort(([, one], [, other]) => other - one)
  const name = listName(files.paths) ?? /^([a-z0-9-]+)\.substack\.com$/.exec(host ?? '')?.[1] ?? null
  const found = host ?? (name === null ? null : `${name}.substack.com`)
  return { address: found === null ? null : `https://${found}`, name }
}

/** 'email_list.NAME.csv' → NAME. */
function listName(paths: readonly string[]): string | null {
  return paths.map((path) => /^email_list\.([a-z0-9-]+)\.csv$/.exec(path)?.[1]).find(Boolean) ?? null
}

/** Where readers found a story, also by the address of Substack where the magazine has a domain of its own. */
export function storyAddresses(slug: string, isPage: boolean, { address, name }: OwnAddress): string[] {
  if (slug === '') return []
  const paths = [`/p/${slug}`, `/p/${slug}/comments`]
  if (isPage && slug === 'about') paths.push('/about')
  if (name === null) return paths
  const own = `https://${name}.substack.com`
  const others = [`https://open.substack.com/pub/${name}/p/${slug}`]
  return [...paths, ...(own === address ? [] : [`${own}/p/${slug}`]), ...others]
}
