import type { Caller } from '../http/callers.ts'
import { Refusal } from '../http/request-checks.ts'

/** The query of a request, as lite has parsed it and carries it out. */
export interface ParsedQuery {
  select?: readonly SelectEntry[] | undefined
  join?: Joins | undefined
  where?: object | undefined
}

/** A column by its name; or what is selected by an alias, a column or the rows of an embedded table. */
type SelectEntry = string | Record<string, Selected>
interface Selected extends ParsedQuery {
  /** None where the alias is its name. */
  column?: string
  /** Into JSON, such as `$.a.b`. */
  path?: string
  aggregate?: string
}
/** The embedded tables by their alias. */
type Joins = Readonly<Record<string, { from?: string }>>

/** The operators that the site and the admin send. Others, such as regular expressions, may take any time. */
export const OPERATORS: ReadonlySet<string> = new Set('eq neq gt gte lt lte like ilike in is'.split(' '))
/** Lite's names of `not.in` and `not.is`, and of operators with several values. */
const LITE_OPERATORS: ReadonlySet<string> = new Set(
  [...OPERATORS].flatMap((name) => [name, `${name}Any`, `${name}All`]).concat('notIn', 'isNot'),
)

/** Levels of embedded rows, for callers without the secret key, whose selects are not limited. */
const MAX_EMBED_DEPTH = { visitor: 1, signedIn: 2 }
/**
 * The tables that may be embedded in embedded rows, behind those they may be embedded in. With others, the rows of a
 * table could be read once for each of themselves, which takes minutes.
 */
const TWO_TABLES = /^article_(template_)?tags\/tags$/
const MAX_EMBEDS = 8
/** How often a select may name a column or a table, with aliases, in one place. */
const MAX_SAME_NAME = 3
/** Tables with long texts, by name or foreign key: embedded, a text would be read once for each tag of its story. */
const LONG_TABLE = /article(s|_revisions|_id)/
/** Their long columns, and the names of whole rows. */
const LONG_COLUMN = /^(\*|content|data|articles|article_revisions)$/

/** The refusal of a query that may take minutes, or that PostgREST does not know, else null. */
export function checkQuery(query: ParsedQuery, caller: Caller): Refusal | null {
  const levels = levelsOf(query, [])
  const operations = levels.flatMap(({ where }) => operationsIn(where))
  // Lite runs such a value as a query of its own, or takes it for the name of a column.
  if (operations.some(({ name, value }) => name !== 'textSearch' && holdsObject(value)))
    return refused('A filter compares with an object')
  if (caller === 'secretKey') return null
  const other = operations.find(({ name }) => !LITE_OPERATORS.has(name))
  if (other !== undefined)
    return refused(`The operator "${other.name}" of the filter on "${other.column}" is not available`)
  return checkSelect(levels, MAX_EMBED_DEPTH[caller])
}

function refused(message: string): Refusal {
  return new Refusal(400, 'PGRST100', message)
}

/** Refuses a `select` that reads the same rows or texts many times. */
function checkSelect(levels: readonly QueryLevel[], maxDepth: number): Refusal | null {
  const embeds = levels.slice(1)
  if (embeds.length > MAX_EMBEDS) return refused(`The select parameter embeds more than ${MAX_EMBEDS} tables`)
  if (levels.some(({ columns, tables }) => mostOften([...columns, ...tables]) > MAX_SAME_NAME))
    return refused(`The select parameter names the same more than ${MAX_SAME_NAME} times`)
  const isTooDeep = ({ path }: QueryLevel) =>
    path.length > maxDepth || (path.length > 1 && !TWO_TABLES.test(path.join('/')))
  if (embeds.some(isTooDeep)) return refused('The select parameter embeds too many tables in each other')
  const hasLongText = ({ path, columns }: QueryLevel) =>
    LONG_TABLE.test(path.at(-1) ?? '') && columns.some((name) => LONG_COLUMN.test(name.split('$.')[0] ?? ''))
  return embeds.some(hasLongText)
    ? refused('The select parameter embeds long texts; read them from their own table')
    : null
}

function isCount({ column, aggregate }: Selected): boolean {
  return column === undefined && aggregate === 'count'
}

/** What a query asks of one table. */
interface QueryLevel {
  /** The embedded tables that lead to it, itself the last, or keys in their place; empty for the table of the request. */
  path: string[]
  /** With paths into JSON behind them, which begin with `$.`. */
  columns: string[]
  /** The tables embedded in this one. */
  tables: string[]
  where: object
}

/** The table of a query and those it embeds. */
function levelsOf({ select = [], join = {}, where = {} }: ParsedQuery, path: string[]): QueryLevel[] {
  const level: QueryLevel = { path, columns: [], tables: [], where }
  const levels = [level]
  for (const entry of select) {
    if (typeof entry === 'string') level.columns.push(entry)
    else
      for (const [alias, selected] of Object.entries(entry)) {
        if (selected.select !== undefined) {
          const table = join[alias]?.from ?? alias
          level.tables.push(table)
          levels.push(...levelsOf(selected, [...path, table]))
        } else if (!isCount(selected)) level.columns.push((selected.column ?? alias) + (selected.path ?? ''))
      }
  }
  return levels
}

/** An operator of a filter with what it compares with. */
interface Operation {
  column: string
  /** Without lite's `$`. */
  name: string
  value: unknown
}

/** All operations of `{ title: { $eq: 'a' }, $or: [{ slug: { $not: { $like: 'b' } } }, …], $not: { … } }`. */
function operationsIn(where: unknown, column = ''): Operation[] {
  if (Array.isArray(where)) return where.flatMap((part) => operationsIn(part, column))
  if (typeof where !== 'object' || where === null) return []
  return Object.entries(where).flatMap(([name, value]): Operation[] => {
    const joins = name === '$not' || (Array.isArray(value) && (name === '$and' || name === '$or'))
    if (joins) return operationsIn(value, column)
    return name.startsWith('$') ? [{ column, name: name.slice(1), value }] : operationsIn(value, name)
  })
}

function holdsObject(value: unknown): boolean {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.some((item) => typeof item === 'object' && item !== null)
}

/** How often the most frequent of the names occurs. */
function mostOften(names: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
