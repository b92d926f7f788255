import * as z from 'zod/mini'

/** A part of an address; one that is wrong counts as absent, so that no address breaks its screen. */
export const optional = <T>(schema: z.ZodMiniType<T>) => z.optional(z.catch(z.optional(schema), undefined))

/**
 * The address of a list that is searched, sorted and paged: `?q=oak&page=2&sort=name&dir=asc`. A part that is wrong
 * counts as absent, so that no address breaks the screen.
 */
export function listSearchSchema<const Column extends string>(columns: readonly Column[]) {
  return z.object({
    q: optional(z.coerce.string()),
    page: optional(z.int().check(z.positive())),
    sort: optional(z.enum(columns)),
    dir: optional(z.enum(['asc', 'desc'])),
  })
}

export interface ListSearch<Column extends string> {
  q?: string | undefined
  page?: number | undefined
  sort?: Column | undefined
  dir?: 'asc' | 'desc' | undefined
}

/** The same with every default in place; `page` counts from 1. */
export interface ListQuery<Column extends string> {
  text: string
  page: number
  sort: Column
  dir: 'asc' | 'desc'
}

/** Without a sorting of its own a list begins with what came last. */
export function toListQuery<Column extends string>(
  { q, page, sort, dir }: ListSearch<Column>,
  newest: NoInfer<Column>,
): ListQuery<Column> {
  return { text: q?.trim() ?? '', page: page ?? 1, sort: sort ?? newest, dir: dir ?? 'desc' }
}

export interface ListPage<Row> {
  rows: Row[]
  /** Of all pages. */
  total: number
}

export const LIST_PAGE_SIZE = 25

/** The first and last place of a page in the whole list, from 0, both inclusive. */
export function rangeOf({ page }: { page: number }): [first: number, last: number] {
  const first = (page - 1) * LIST_PAGE_SIZE
  return [first, first + LIST_PAGE_SIZE - 1]
}
