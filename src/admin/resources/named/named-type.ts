import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { articleSchema } from '../../../domain/story/article.ts'
import { selectOf } from '../../../domain/rows/content-type.ts'
import type { Action } from '../../../domain/people/role.ts'
import { idSchema, timestampSchema } from '../../../domain/rows/row.ts'
import type { ListPage } from '../../data/requests/list-search.ts'
import { fetchIds, fetchPage } from '../../data/requests/paged-query.ts'
import { parseRow, parseRows, unwrapCount } from '../../data/requests/postgrest.ts'
import { type Opened, saveRow } from '../../data/requests/update-row.ts'
import type { FormDraftType } from '../form-draft.ts'
import type { NamedQuery } from './named-search.ts'

/** A tag or a category: a name, and an address that is made of it. */
export interface NamedRow {
  id: string
  name: string
  slug: string
  created_at: string
}

/** Options of the list, the form and the deletion of tags and of categories. */
interface Definition<Row extends NamedRow, Form extends { name: string }> {
  table: 'tags' | 'categories'
  noun: 'tag' | 'category'
  /** The column that changes with each save. */
  token: keyof Row & ('name' | 'updated_at')
  write: Action
  type: FormDraftType<Form> & {
    row: z.ZodMiniType<Row>
    form: z.ZodMiniType<Form, Form>
    select: string
    blank: () => Form
    formOf: (row: Row, others: object) => Form
  }
  toColumns: (form: Form) => { name: string; slug: string }
}

/** A row with the number of its articles outside the trash. */
export type Listed<Row> = Row & { articles: number }

const countSchema = z.object({ id: idSchema, articles: z.int() })

async function withArticleCounts<Row extends NamedRow>(
  { rows, ...page }: ListPage<Row>,
  signal: AbortSignal,
): Promise<ListPage<Listed<Row>>> {
  const groups = rows.map(({ id }) => id)
  const answer = await adminClient().rpc('count_articles', { p_groups: groups }).abortSignal(signal)
  const counts = new Map(parseRows(countSchema, answer).map(({ id, articles }) => [id, articles]))
  return { ...page, rows: rows.map((row) => ({ ...row, articles: counts.get(row.id) ?? 0 })) }
}

export function namedType<Row extends NamedRow, Form extends { name: string }>(
  definition: Definition<Row, Form>,
) {
  const { table, type, token, toColumns } = definition
  return {
    ...definition,
    label: definition.noun === 'tag' ? 'Tag' : 'Category',
    listQuery: (query: NamedQuery) =>
      queryOptions({
        queryKey: [table, 'list', query],
        queryFn: async ({ signal }) => {
          const request = () => adminClient().from(table).select(type.select, { count: 'exact' })
          const page = await fetchPage(
            { query, schema: type.row, pageSize: 25, searched: table, request },
            signal,
          )
          return withArticleCounts(page, signal)
        },
        placeholderData: keepPreviousData,
      }),
    fetchIds: (query: NamedQuery) =>
      fetchIds({
        query,
        searched: table,
        request: () => adminClient().from(table).select('id', { count: 'exact' }),
      }),
    load: async (id: string): Promise<Row> =>
      parseRow(type.row, await adminClient().from(table).select(type.select).eq('id', id).single()),
    save: (opened: Opened | null, form: Form) => saveRow(table, toColumns(form), opened, token),
  }
}

export type NamedType<Row extends NamedRow, Form extends { name: string }> = ReturnType<
  typeof namedType<Row, Form>
>

const useSchema = z.extend(
  z.pick(articleSchema, { id: true, title: true, status: true, published_at: true }),
  { deleted_at: z.nullable(timestampSchema) },
)

const MAX_LISTED = 50
const COLUMNS = selectOf(useSchema)
const USES: Readonly<Record<'tags' | 'categories', { columns: string; idColumn: string }>> = {
  categories: { columns: COLUMNS, idColumn: 'category_id' },
  tags: { columns: `${COLUMNS}, article_tags!inner(tag_id)`, idColumn: 'article_tags.tag_id' },
}

/** The articles of a category or with a tag, the trash included, last changed first: all counted, the first 50 listed. */
export function articleUsesQuery(table: 'tags' | 'categories', id: string) {
  const { columns, idColumn } = USES[table]
  return queryOptions({
    queryKey: [table, 'uses', id],
    queryFn: async ({ signal }) => {
      const answer = await adminClient()
        .from('articles')
        .select(columns, { count: 'exact' })
        .eq(idColumn, id)
        .order('updated_at', { ascending: false })
        .limit(MAX_LISTED)
        .abortSignal(signal)
      return { total: unwrapCount(answer), articles: parseRows(useSchema, answer) }
    },
    staleTime: 0,
  })
}
