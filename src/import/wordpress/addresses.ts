import type { Address } from '../description.ts'
import type { Site } from './site.ts'
import type { WxrRecord } from './wxr-record.ts'

/** Where readers found a story or page in the old site. */
export function formerAddresses(record: WxrRecord, site: Site): Address[] {
  const id = record.id('wp:post_id')
  const link = site.absolute(record.text('link'))
  const guid = record.text('guid')
  const parameter = record.text('wp:post_type') === 'page' ? 'page_id' : 'p'
  const addresses = [
    ...(link === '' ? [] : [link]),
    ...(id === null ? [] : [...new Set([`/?${parameter}=${id}`, `/?p=${id}`])].map((path) => site.at(path))),
    // A site that was moved has the address that each story began with.
    ...(isOwnGuid(guid, id, site) ? [site.absolute(guid)] : []),
    ...oldAddresses(record, link),
  ]
  return [...new Set(addresses)]
}

/** Whether the guid leads to this item: after an import into WordPress, its number may be another item's. */
function isOwnGuid(guid: string, id: string | null, site: Site): boolean {
  const url = URL.parse(guid, site.address ?? 'https://site.invalid')
  if (url === null || !/^https?:$/.test(url.protocol) || !/^(?:https?:\/\/|\/)/.test(guid)) return false
  const number = url.searchParams.get('p') ?? url.searchParams.get('page_id')
  return number === null ? site.has(guid) && url.pathname.length > 1 : number === id
}

/** The addresses of a story before its slug or date was changed, as far as they follow from the present one. */
function oldAddresses(record: WxrRecord, link: Address): Address[] {
  const url = URL.parse(link, 'https://site.invalid')
  const slug = record.text('wp:post_name')
  if (url === null || slug === '' || url.search !== '') return []
  const parts = url.pathname.split('/')
  const at = parts.findLastIndex((part) => isSame(part, slug))
  if (at < 0) return []
  const withPath = (path: string) => link.slice(0, link.length - url.pathname.length) + path
  if (!link.endsWith(url.pathname)) return []
  const slugs = record
    .metas('_wp_old_slug')
    .filter((old) => old !== '' && !/[/?#\s]/.test(old))
    .map((old) => withPath(parts.with(at, old).join('/')))
  return [
    ...slugs,
    ...record.metas('_wp_old_date').flatMap((date) => ofDate(date, record, url.pathname).map(withPath)),
  ]
}

/** The path with another day, where it has the present one: '/2013/04/09/'. */
function ofDate(old: string, record: WxrRecord, path: string): string[] {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(record.text('wp:post_date')) ?? []
  const [, oldYear, oldMonth, oldDay] = /^(\d{4})-(\d\d)-(\d\d)/.exec(old) ?? []
  if (year === '' || oldYear === undefined) return []
  if (path.includes(`/${year}/${month}/${day}/`))
    return [path.replace(`/${year}/${month}/${day}/`, `/${oldYear}/${oldMonth}/${oldDay}/`)]
  return path.includes(`/${year}/${month}/`)
    ? [path.replace(`/${year}/${month}/`, `/${oldYear}/${oldMonth}/`)]
    : []
}

/** Whether a part of a path is a slug; both may be percent-encoded. */
function isSame(part: string, slug: string): boolean {
  return part === slug || part.toLowerCase() === slug.toLowerCase() || safeDecoded(part) === safeDecoded(slug)
}

function safeDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
