import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { isObject } from '../../domain/body/json.ts'
import { selectOf } from '../../domain/rows/content-type.ts'
import { templateSchema, templateSummarySchema, templateType } from '../../domain/story/template.ts'
import { optional } from '../data/requests/list-search.ts'
import { rowQuery, rowsQuery } from '../data/requests/queries.ts'

/** The address of a new article: `?template={id}` to begin with a template; an invalid id counts as none. */
export const newArticleSearchSchema = z.object({ template: optional(z.uuid()) })

/** The columns to select, with the links to tags, which are in a table of their own. */
function withTags(columns: z.ZodMiniObject): string {
  return `${selectOf(columns)}, tags:article_template_tags(tag_id)`
}

const SUMMARY = withTags(z.omit(templateSummarySchema, { tag_ids: true }))
const WHOLE = withTags(z.omit(templateSchema, { tag_ids: true }))

const tagLinks = z.array(z.object({ tag_id: z.string() }))

/** A row with `tag_ids`, made of its links to tags. */
function withTagIds(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || !('tags' in row)) return row
  const links = tagLinks.safeParse(row.tags)
  return { ...row, tag_ids: links.success ? links.data.map(({ tag_id }) => tag_id) : [] }
}

const summaryRow = z.pipe(z.transform(withTagIds), templateSummarySchema)

/** A stored template of any version: a column that is missing or malformed has its default. */
export const templateRow = z.pipe(
  z.transform((row) => {
    const given = withTagIds(row)
    return isObject(given) ? { tag_ids: [], ...given, ...templateType.decodeColumns(given) } : given
  }),
  templateSchema,
)

/** All templates by name, without their bodies: an editorial staff has a handful. */
export const templatesQuery = rowsQuery(['templates', 'list'], summaryRow, () =>
  adminClient().from('article_templates').select(SUMMARY).order('name'),
)

/** One template whole. Throws a BackendError of kind `not-found` when there is none. */
export function templateQuery(id: string) {
  return rowQuery(
    ['templates', 'one', id],
    templateRow,
    () => adminClient().from('article_templates').select(WHOLE).eq('id', id),
    // Its form begins with the row of the moment.
    { gcTime: 0 },
  )
}
