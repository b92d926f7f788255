import * as z from 'zod'
import { AuthError } from '../auth/error.ts'
import type { Caller } from './callers.ts'
import { readBytes } from './read-bytes.ts'

/** The services with an HTTP API of their own, by the start of their paths. */
export const SERVICES = ['/rest/v1/', '/auth/v1/', '/storage/v1/'] as const
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
/** In a select and in all conditions that are joined, also in their texts; the stack overflows at some hundreds inside each other. */
const MAX_PARENTHESES = 200

const JSON_TYPE = /^application\/([a-z.-]+\+)?json/i

/** The answer to a request that the services would answer with a status of 500, or only after minutes. */
export class Refusal {
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
  const refusal = checkUrl(url, service)
  if (refusal !== null) return refusalResponse(refusal, service)
  // Storage takes files unless their type is JSON; the other services read every body as JSON, whatever its type.
  const isJson = service !== '/storage/v1/' || JSON_TYPE.test(request.headers.get('content-type') ?? '')
  if (request.body === null || !isJson) return request
  const maxBytes = service === '/auth/v1/' ? MAX_AUTH_BYTES : MAX_JSON_BYTES[caller]
  const body = await readBody(request, url, service, maxBytes)
  if (body instanceof Refusal) return refusalResponse(body, service)
  const headers = new Headers(request.headers)
  // Lite reads other types as forms, and fails on bodies that are not forms.
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

function checkUrl(url: URL, service: Service): Refusal | null {
  if (/%00/.test(url.pathname + url.search))
    return new Refusal(400, '22021', 'The address has a NUL character')
  const names = [...url.searchParams.keys()]
  // Of two, lite takes the one that is not encoded, and the checks here the first.
  if (service !== '/rest/v1/' && new Set(names).size < names.length)
    return new Refusal(400, 'InvalidRequest', 'The address has a parameter twice')
  if (service === '/storage/v1/') return null
  // Lite decodes the paths that the gateway compares.
  if (url.pathname.includes('%')) return new Refusal(404, 'PGRST125', 'Invalid path specified in request URL')
  return service === '/rest/v1/' ? checkSearch(url) : null
}

/** A quoted text in joined filters; a backslash escapes the next character. */
const QUOTED_TEXT = /(?<=[.,({])"(?:[^"\\]|\\[^])*"(?=[,)}])/g

/** Refuses a query that could not be parsed, or that lite and PostgREST read differently. What one may ask for is checked when lite has parsed it: `checkQuery`. */
function checkSearch({ search, searchParams }: URL): Refusal | null {
  if (search.length > MAX_QUERY_LENGTH)
    return new Refusal(414, 'PGRST100', `The query is longer than ${MAX_QUERY_LENGTH} characters`)
  const selects = searchParams.getAll('select')
  const joined = [...searchParams].filter(([name]) => /(^|\.)(or|and)$/.test(name)).map(([, value]) => value)
  if ([...selects, ...joined].join('').split('(').length > MAX_PARENTHESES)
    return new Refusal(400, 'PGRST100', `The query has more than ${MAX_PARENTHESES} parentheses`)
  if (joined.some((filter) => filter.replace(QUOTED_TEXT, '').includes('"')))
    return new Refusal(400, 'PGRST100', 'A quotation mark in a filter neither begins nor ends a text')
  // No name needs quotes.
  return selects.some((select) => select.includes('"'))
    ? new Refusal(400, 'PGRST100', 'The select parameter has quotes')
    : null
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
  // JSON can contain both only as an escape.
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
