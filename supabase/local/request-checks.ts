import * as z from 'zod'
import { AuthError } from './auth-error.ts'
import type { Caller } from './callers.ts'
import { readBytes } from './read-bytes.ts'

/** The services with an HTTP API of their own, by the start of their paths. */
const SERVICES = ['/rest/v1/', '/auth/v1/', '/storage/v1/'] as const
export type Service = (typeof SERVICES)[number]

export function serviceOf({ pathname }: URL): Service | undefined {
  return SERVICES.find((prefix) => pathname.startsWith(prefix))
}

/** In bytes: more than the longest form of visitors, and than the longest row of the magazine. */
const MAX_JSON_BYTES: Readonly<Record<Caller, number>> = {
  visitor: 1024 * 1024,
  signedIn: 20 * 1024 * 1024,
  secretKey: 20 * 1024 * 1024,
}
/** In bytes. More than an account with as much metadata as the database takes, each character of it escaped. */
const MAX_AUTH_BYTES = 128 * 1024
/** Of objects and arrays inside each other. Far above any content; the stack overflows at some thousands. */
const MAX_JSON_DEPTH = 1000
/** In characters. */
const MAX_QUERY_LENGTH = 8000
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
const LONG_TABLE = /^article(s|_revisions)/
/** Their long columns, and the names of whole rows. */
const LONG_COLUMN = /^(\*|content|data|articles|article_revisions)(->|$)/
/** In all conditions that are joined, also in their texts; the stack overflows at some hundreds inside each other. */
const MAX_FILTER_PARENTHESES = 200

/** The operators that the site and the admin send. Others, such as those of regular expressions, may take any time. */
export const OPERATORS: ReadonlySet<string> = new Set([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'in',
  'is',
])
/** Parameters of a query that are no filters. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'columns',
  'on_conflict',
  'apikey',
])

const JSON_TYPE = /^application\/([a-z.-]+\+)?json/i

/** A request that the services would answer with a status of 500, or only after minutes. */
class Refusal {
  readonly status: number
  /** PostgREST's code. */
  readonly code: string
  readonly message: string

  constructor(status: number, code: string, message: string) {
    this.status = status
    this.code = code
    this.message = message
  }
}

/**
 * The request, when its path, query and JSON body can be read by the service; otherwise the answer that refuses it, in
 * the service's format.
 */
export async function checkRequest(
  request: Request,
  url: URL,
  service: Service,
  caller: Caller,
): Promise<Request | Response> {
  const refusal = checkUrl(url, service, caller)
  if (refusal !== null) return refusalResponse(refusal, service)
  // Bodies of the other services are read as JSON whatever their type says; those of Storage are files otherwise.
  const isJson = service !== '/storage/v1/' || JSON_TYPE.test(request.headers.get('content-type') ?? '')
  if (request.body === null || !isJson) return request
  const maxBytes = service === '/auth/v1/' ? MAX_AUTH_BYTES : MAX_JSON_BYTES[caller]
  const body = await readBody(request, url, service, maxBytes)
  if (body instanceof Refusal) return refusalResponse(body, service)
  const headers = new Headers(request.headers)
  // Lite reads other types as forms, and fails on those that are none.
  if (service === '/auth/v1/') headers.set('content-type', 'application/json')
  return new Request(request.url, { method: request.method, headers, body })
}

/** The answer to a request whose values the service does not take. */
export function refuseInput(service: Service, message: string): Response {
  switch (service) {
    case '/rest/v1/':
      return refusalResponse(new Refusal(400, '22000', message), service)
    case '/auth/v1/':
      return new AuthError(422, 'validation_failed', message).response
    case '/storage/v1/':
      return refusalResponse(new Refusal(400, 'InvalidRequest', message), service)
  }
}

function checkUrl(url: URL, service: Service, caller: Caller): Refusal | null {
  if (/%00/.test(url.pathname + url.search))
    return new Refusal(400, '22021', 'The address has a NUL character')
  // Lite decodes the paths that the gateway compares.
  if (service === '/auth/v1/' && url.pathname.includes('%'))
    return new Refusal(404, 'PGRST125', 'Invalid path specified in request URL')
  if (service !== '/rest/v1/') return null
  if (!isEncoded(url.pathname)) return new Refusal(400, 'PGRST125', 'Invalid path specified in request URL')
  if (url.search.length > MAX_QUERY_LENGTH)
    return new Refusal(414, 'PGRST100', `The query is longer than ${MAX_QUERY_LENGTH} characters`)
  const joined = [...url.searchParams].filter(([name]) => /(^|\.)(or|and)$/.test(name))
  if (countOf('(', joined.map(([, filter]) => filter).join()) > MAX_FILTER_PARENTHESES)
    return new Refusal(400, 'PGRST100', `Filters have more than ${MAX_FILTER_PARENTHESES} parentheses`)
  return caller === 'secretKey'
    ? null
    : (checkSelect(url.searchParams.getAll('select').join(','), MAX_EMBED_DEPTH[caller]) ?? checkFilters(url))
}

/** Refuses filters with other operators than OPERATORS. */
function checkFilters({ pathname, searchParams }: URL): Refusal | null {
  for (const [name, value] of searchParams) {
    const [column = ''] = name.split('.').slice(-1)
    // An argument of a function, which may be any text.
    const isArgument = pathname.startsWith('/rest/v1/rpc/') && name.startsWith('p_')
    if (NO_FILTERS.has(column) || isArgument) continue
    const isJoined = column === 'or' || column === 'and'
    const other = (isJoined ? operatorsIn(value) : [operatorOf(value)]).find((name) => !OPERATORS.has(name))
    if (other !== undefined)
      return new Refusal(400, 'PGRST100', `The operator "${other}" of the filter "${name}" is not available`)
  }
  return null
}

/** The operator of `eq.1`, `not.eq.1` or `like(any).{a,b}`. */
function operatorOf(filter: string): string {
  return /^(?:not\.)?([^.(]*)/.exec(filter)?.[1] ?? ''
}

/** The operators of joined conditions: `(title.eq.a,or(id.in.(1,2),not.and(name.ilike.b,name.not.is.null)))`. */
function operatorsIn(joined: string): string[] {
  const conditions = joined
    .replace(/"(?:[^"\\]|\\[^])*"/g, '')
    .replace(/\{[^{}]*\}/g, '')
    .replace(/\.in\.\([^()]*\)/g, '.in.')
    .replace(/\((any|all)\)\./g, '.')
    .split(/[(),]/)
  return conditions
    .map((condition) => condition.trim())
    .filter((condition) => condition !== '' && !/^(not\.)?(and|or)$/.test(condition))
    .map((condition) => operatorOf(condition.replace(/^(not\.)?[^.]*\./, '')))
}

/** Whether each `%` of a path begins the code of a character. */
function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Refuses a `select` that reads the same rows or texts many times. */
function checkSelect(select: string, maxDepth: number): Refusal | null {
  const refused = (what: string) => new Refusal(400, 'PGRST100', `The select parameter ${what}`)
  // No name here needs quotes, and what they hold could hide parentheses.
  if (select.includes('"')) return refused('has quotes')
  const columns = select.replace(/\.?\b(count|sum|avg|min|max)\(\)/g, '')
  if (countOf('(', columns) > MAX_EMBEDS) return refused(`embeds more than ${MAX_EMBEDS} tables`)
  const levels = levelsOf(columns)
  if (levels.some(({ names }) => mostOften(names) > MAX_SAME_NAME))
    return refused(`names the same more than ${MAX_SAME_NAME} times`)
  const embeds = levels.slice(1)
  const isTooDeep = ({ path }: SelectLevel) =>
    path.length > maxDepth || (path.length > 1 && !TWO_TABLES.test(path.join('/')))
  if (embeds.some(isTooDeep)) return refused('embeds too many tables in each other')
  const hasLongText = ({ path, names }: SelectLevel) =>
    LONG_TABLE.test(path.at(-1) ?? '') && names.some((name) => LONG_COLUMN.test(name))
  return embeds.some(hasLongText) ? refused('embeds long texts; read them from their own table') : null
}

/** What a `select` names of one table. */
interface SelectLevel {
  /** The embedded tables that lead to it, itself the last, or keys in their place; empty for the table of the request. */
  path: string[]
  /** Of columns, with paths into JSON, and of the tables embedded in this one. */
  names: string[]
}

/** The table of a request and those it embeds, for a select without aggregates. */
function levelsOf(select: string): SelectLevel[] {
  const levels: SelectLevel[] = [{ path: [], names: [] }]
  const open = [...levels]
  const parts = select.split(/([(),])/)
  for (const [at, part] of parts.entries()) {
    if (part === '(') {
      const path = [...(open.at(-1)?.path ?? []), selectedName(parts[at - 1] ?? '')]
      const level = { path, names: [] }
      levels.push(level)
      open.push(level)
    } else if (part === ')') open.pop()
    else if (part !== ',' && part.trim() !== '') open.at(-1)?.names.push(selectedName(part))
  }
  return levels
}

/** The name in `alias:name::type`, `alias:name!hint` or `...name`. */
function selectedName(part: string): string {
  const [named = ''] = part.split(/::|!/, 1)
  return named
    .slice(named.indexOf(':') + 1)
    .replace('...', '')
    .trim()
}

function countOf(character: string, text: string): number {
  return text.split(character).length - 1
}

/** How often the most frequent of the names occurs. */
function mostOften(names: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

async function readBody(
  request: Request,
  url: URL,
  service: Service,
  maxBytes: number,
): Promise<string | Refusal> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes === null) return new Refusal(413, 'PGRST102', 'The request body is too large')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new Refusal(400, '22021', 'The request body is not valid UTF-8')
  }
  if (jsonDepth(text) > MAX_JSON_DEPTH)
    return new Refusal(400, 'PGRST102', `JSON is nested deeper than ${MAX_JSON_DEPTH} levels`)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // The services have messages of their own for a body that is no JSON.
    return text
  }
  // Both stand in JSON as an escape only.
  if (/\\u(0000|d[89a-f])/i.test(text)) {
    const strings = stringsOf(body)
    if (strings.some((string) => string.includes('\0')))
      return new Refusal(
        400,
        '22P05',
        'unsupported Unicode escape sequence: \\u0000 cannot be converted to text',
      )
    if (strings.some((string) => !string.isWellFormed()))
      return new Refusal(400, '22P02', 'invalid input syntax for type json: lone surrogate')
  }
  return checkFields(body, url, service) ?? text
}

/** How deep objects and arrays are nested in JSON text, without parsing it. */
function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1))
    else if (character === '}' || character === ']') depth -= 1
  }
  return deepest
}

/** All strings in a JSON value, names of members among them. */
function stringsOf(value: unknown): string[] {
  const strings: string[] = []
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string') strings.push(next)
    else if (typeof next === 'object' && next !== null) {
      strings.push(...(Array.isArray(next) ? [] : Object.keys(next)))
      for (const member of Object.values(next)) rest.push(member)
    }
  }
  return strings
}

function checkFields(body: unknown, url: URL, service: Service): Refusal | null {
  if (service === '/auth/v1/') return checkAuthFields(body)
  if (service === '/rest/v1/') return checkRows(body, url)
  // Other bodies of Storage may be files.
  if (!url.pathname.startsWith('/storage/v1/object/list/') || listSchema.safeParse(body).success) return null
  return new Refusal(400, 'InvalidRequest', 'The limit, offset or order of the list is not valid')
}

/** What a list of stored files may be asked for, as on a hosted project. */
const listSchema = z.object({
  limit: z.int().nonnegative().optional(),
  offset: z.int().nonnegative().optional(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']),
      order: z.enum(['asc', 'desc']),
    })
    .optional(),
})

/** Refuses rows that are no objects, which lite fails on. */
function checkRows(body: unknown, { pathname }: URL): Refusal | null {
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row)
  const isCall = pathname.startsWith('/rest/v1/rpc/')
  return isCall || (Array.isArray(body) ? body : [body]).every(isRow)
    ? null
    : new Refusal(400, 'PGRST102', 'Empty or invalid json')
}

const TEXT_FIELDS = [
  'email',
  'phone',
  'password',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'nonce',
]

/** Lite fails on null for these where an account is changed; all other routes refuse it anyway. */
const NEVER_NULL: ReadonlySet<string> = new Set(['email', 'password'])

/** Refuses a body of the auth server that is no object, or has another value where it expects text. */
function checkAuthFields(body: unknown): Refusal | null {
  const refused = (what: string) =>
    new Refusal(400, 'PGRST102', `Could not parse request body as JSON: json: cannot unmarshal ${what}`)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refused('the body into an object')
  for (const name of TEXT_FIELDS) {
    const value: unknown = Reflect.get(body, name)
    if (value === null && NEVER_NULL.has(name)) return refused(`null into field ${name} of type string`)
    if (value !== undefined && value !== null && typeof value !== 'string')
      return refused(`${Array.isArray(value) ? 'array' : typeof value} into field ${name} of type string`)
  }
  const data: unknown = Reflect.get(body, 'data')
  return data === undefined || (typeof data === 'object' && !Array.isArray(data))
    ? null
    : refused('field data into an object')
}

function refusalResponse({ status, code, message }: Refusal, service: Service): Response {
  switch (service) {
    case '/rest/v1/':
      return Response.json({ code, message, details: null, hint: null }, { status })
    case '/auth/v1/':
      return new AuthError(status, 'bad_json', message).response
    case '/storage/v1/':
      return Response.json({ statusCode: String(status), error: 'InvalidRequest', message }, { status })
  }
}
