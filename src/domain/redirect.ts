import * as z from 'zod/mini'
import { type FormOf, ContentType } from './content-type.ts'
import { text } from './field.ts'
import { idSchema, timestampSchema } from './row.ts'
import { RESERVED_PAGE_SLUGS } from './slug.ts'
import { wordSet } from './word-set.ts'

/** Labels of the kinds of redirects. */
export const REDIRECT_KIND_LABELS = {
  article: 'Renamed story',
  page: 'Renamed page',
  tag: 'Renamed tag',
  custom: 'By hand',
} as const

const id = z.pipe(z.union([z.number(), z.string()]), z.transform(String))

/** A redirect as the site reads it: it leads to one of the three rows, or to `target`. */
export const redirectSchema = z.object({
  id,
  // The slug of an article or tag, otherwise a path without its first slash.
  old_slug: z.string(),
  article_id: z.nullable(idSchema),
  page_id: z.nullable(idSchema),
  tag_id: z.nullable(idSchema),
  target: z.nullable(z.string()),
})

/** Folders of the site's own files. */
const FOLDER = /^\/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(\/|$))/

/** Reserved slugs at which there is no page: nothing at all, or only a folder of pages. */
const UNUSED: ReadonlySet<string> = wordSet(
  'article author tag feed feed.xml rss sitemap sitemap-index.xml robots favicon.ico',
)

/** Whether a path is an address of the site itself. The database refuses the same. */
export function isSiteAddress(path: string): boolean {
  const address = path.toLowerCase()
  if (FOLDER.test(address) || /^\/(sitemap-\d+\.xml)?$/.test(address)) return true
  const slug = address.slice(1)
  return RESERVED_PAGE_SLUGS.has(slug) && !UNUSED.has(slug)
}

/** Message for an address of the site itself, in the words of the database. */
export function siteAddressMessage(path: string): string {
  return `The address "${path}" is used by the site itself`
}

/**
 * A typed address as it is stored. An address of the site, with or without one of its `origins`, becomes a path without
 * query, fragment and slash at the end. Any other is only trimmed.
 */
export function normalizeAddress(typed: string, origins: readonly string[]): string {
  const address = typed.trim()
  const origin = origins.find((own) => address === own || address.startsWith(`${own}/`)) ?? ''
  if (origin === '' && !address.startsWith('/')) return address
  const path = address.slice(origin.length).replace(/[?#].*$/s, '')
  return `/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/** Whether text is a path of the site, other than the home page. Hosts serve it from a file of that name. */
function isPath(address: string): boolean {
  return /^(\/[\w.~-]{1,200})+$/.test(address) && !/\/\.\.?(\/|$)/.test(address)
}

function isHttpsUrl(address: string): boolean {
  return /^https:\/\/[^\s"<>\\]+$/.test(address) && URL.canParse(address)
}

const PATH_MESSAGE = 'Use a path such as /summer-2019, of letters from a to z, digits, hyphens and dots'

/** A redirect as editors see and add it. */
export const redirectType = new ContentType({
  fields: {
    old_path: text({
      label: 'Old address',
      max: 300,
      required: true,
      checks: [
        z.refine((path) => isPath(path) || path === '/', { error: PATH_MESSAGE, abort: true }),
        z.refine((path) => !isSiteAddress(path), { error: ({ input }) => siteAddressMessage(String(input)) }),
      ],
    }),
    target: text({
      label: 'Leads to',
      max: 600,
      required: true,
      checks: [
        z.refine(
          (target) => target === '/' || isPath(target) || isHttpsUrl(target),
          'Use a path such as /about, or the address of another site beginning with https://',
        ),
      ],
    }),
  },
  columns: { id, kind: z.enum(['article', 'page', 'tag', 'custom']), created_at: timestampSchema },
})

export type RedirectForm = FormOf<typeof redirectType.fields>

/** The form as it is typed: addresses of the site may begin with one of its `origins`. */
export function redirectFormSchema(origins: readonly string[]) {
  const typed = z.string().check(z.overwrite((address) => normalizeAddress(address, origins)))
  const { old_path, target } = redirectType.fields
  return z.object({ old_path: z.pipe(typed, old_path.form), target: z.pipe(typed, target.form) }).check(
    z.refine((form) => form.old_path !== form.target, {
      error: 'A redirect cannot lead to its own address',
      path: ['target'],
    }),
  )
}
