import * as z from 'zod/mini'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { text } from '../rows/field.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { RESERVED_PAGE_SLUGS } from '../sections/slug.ts'
import { wordSet } from '../text/word-set.ts'
import { canonicalPath, canonicalQuery, pathOf } from './address.ts'

/** Labels of the kinds of redirects. */
export const REDIRECT_KIND_LABELS = {
  article: 'Renamed story',
  page: 'Renamed page',
  section: 'Renamed section',
  tag: 'Renamed tag',
  category: 'Renamed category',
  author: 'Renamed author',
  custom: 'By hand',
} as const
export type RedirectKind = keyof typeof REDIRECT_KIND_LABELS

const kind = z.enum(Object.keys(REDIRECT_KIND_LABELS) as RedirectKind[])

const id = z.pipe(z.union([z.number(), z.string()]), z.transform(String))

/** A redirect as the site reads it: it leads to one of the three rows, or to `target`. */
export const redirectSchema = z.object({
  id,
  kind,
  // What is after `/article/`, `/tag/` or `/author/`, the slug of a section or category, otherwise a path without its first slash.
  old_slug: z.string(),
  article_id: z.nullable(idSchema),
  page_id: z.nullable(idSchema),
  /** A section, tag, category or author profile. */
  entity_id: z.nullable(idSchema),
  target: z.nullable(z.string()),
})

/** Folders of the site's own files. */
const FOLDER = /^\/(_|(admin|auth|fonts|images|letters|lists|media|og|publish|share|team|uploads)(\/|$))/

/** Reserved slugs at which there is no page: nothing at all, or only a folder of pages. */
const UNUSED: ReadonlySet<string> = wordSet(
  'article author tag feed feed.xml rss sitemap sitemap-index.xml robots',
)

/**
 * Whether an old address is one of the site itself, also by the name of a page's file. The database refuses the same, and
 * the files of the magazine.
 */
export function isSiteAddress(address: string): boolean {
  const path = pathOf(address)
    .toLowerCase()
    .replace(/\.html$/, '')
  // The home page of another system has all its stories at addresses such as /?p=123.
  if (path === '/' && address !== path) return false
  if (FOLDER.test(path) || /^\/(sitemap-(\d+|news)\.xml)?$/.test(path)) return true
  const slug = path.slice(1)
  return RESERVED_PAGE_SLUGS.has(slug) && !UNUSED.has(slug)
}

/** Message for an address of the site itself, in the words of the database. */
export function siteAddressMessage(path: string): string {
  return `The address "${path}" is used by the site itself`
}

/**
 * Normalises a typed address for storage. An address of the site, with or without one of its `origins`, becomes a path
 * without a slash at its end. Its query stays; a fragment stays only in a target, since browsers do not send it.
 */
export function normalizeAddress(
  typed: string,
  origins: readonly string[],
  field: keyof RedirectForm = 'old_path',
): string {
  const address = typed.trim()
  const origin =
    origins.find(
      (own) => address === own || (/^[/?#]/.test(address.slice(own.length)) && address.startsWith(own)),
    ) ?? ''
  if (origin === '' && !address.startsWith('/'))
    return isHttpsUrl(address) ? new URL(address).href.replace(/(?<=^https:\/\/[^/]+)\/$/, '') : address
  const [, path = '', query = '', fragment = ''] =
    /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(address.slice(origin.length)) ?? []
  const oneSlash = `/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  return canonicalPath(oneSlash) + canonicalQuery(query) + (field === 'target' ? encodeURI(fragment) : '')
}

const PATH = /^(\/([\w.~!$&'()*+,;=:@-]|%[\dA-F]{2}){1,200})+$/
const QUERY = /^\?[^\s"<>\\#]+$/

/** Whether text is a path of the site, other than the home page, in its one spelling. */
function isPath(text: string): boolean {
  return PATH.test(text) && !/\/\.\.?(\/|$)/.test(text)
}

/** Whether text is an address that a redirect may lead away from: a path, with a query or without. */
function isOldAddress(text: string): boolean {
  const path = pathOf(text)
  const query = text.slice(path.length)
  return query === '' ? isPath(path) : QUERY.test(query) && (path === '/' || isPath(path))
}

function isTarget(text: string): boolean {
  const address = text.replace(/#[^\s"<>\\]*$/, '')
  return address === '/' || isOldAddress(address)
}

function isHttpsUrl(address: string): boolean {
  return /^https:\/\/[^\s"<>\\]+$/.test(address) && URL.canParse(address)
}

const PATH_MESSAGE = 'Use a path such as /summer-2019'

/** A redirect as editors see and add it. */
export const redirectType = new ContentType({
  fields: {
    old_path: text({
      label: 'Old address',
      max: 1000,
      required: true,
      checks: [
        z.refine((path) => isOldAddress(path) || path === '/', { error: PATH_MESSAGE, abort: true }),
        z.refine((path) => !isSiteAddress(path), { error: ({ input }) => siteAddressMessage(String(input)) }),
      ],
    }),
    target: text({
      label: 'Leads to',
      max: 1000,
      required: true,
      checks: [
        z.refine(
          (target) => isTarget(target) || isHttpsUrl(target),
          'Use a path such as /about, or the address of another site beginning with https://',
        ),
      ],
    }),
  },
  columns: { id, kind, created_at: timestampSchema },
})

export type RedirectForm = FormOf<typeof redirectType.fields>

/** The form as it is typed: addresses of the site may begin with one of its `origins`. */
export function redirectFormSchema(origins: readonly string[]) {
  const typed = (field: keyof RedirectForm) =>
    z.string().check(z.overwrite((address) => normalizeAddress(address, origins, field)))
  const { old_path, target } = redirectType.fields
  const fields = {
    old_path: z.pipe(typed('old_path'), old_path.form),
    target: z.pipe(typed('target'), target.form),
  }
  return z.object(fields).check(
    z.refine((form) => form.old_path !== form.target, {
      error: 'A redirect cannot lead to its own address',
      path: ['target'],
    }),
  )
}
