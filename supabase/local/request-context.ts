import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection, VarsContext } from '@supabase/lite'
import { sql, type Kysely } from 'kysely'

/** What the database and the mailer may know of the request being answered. */
export type RequestContext = {
  method: string
  path: string
  headers: Record<string, string>
  redirectTo: string | null
}

const requests = new AsyncLocalStorage<RequestContext>()

export const inRequest = <T>(context: RequestContext, task: () => Promise<T>): Promise<T> =>
  requests.run(context, task)

export const currentRequest = (): RequestContext | undefined => requests.getStore()

type ContextApplier = {
  applyJwtSessionContext: (db: Kysely<unknown>, vars: VarsContext, knownRole: boolean) => Promise<void>
  rlsState: string
}

/**
 * Gives the SQL of a request what PostgREST gives it: role, claims, `request.headers`, `request.method`,
 * `request.path` and the search path, in one statement.
 *
 * It also stops the API server's own preparation, which on the first request grants everything on every table to
 * everybody, and so undoes what the migrations revoked.
 */
export function applyRequestContext(connection: Connection, searchPath: string): void {
  const applier = connection as unknown as ContextApplier
  if (typeof applier.applyJwtSessionContext !== 'function' || typeof applier.rlsState !== 'string') {
    throw new Error('This version of @supabase/lite sets the session of a request in another way')
  }
  applier.rlsState = 'active'
  applier.applyJwtSessionContext = async (db, vars) => {
    const auth = readAuth(vars)
    const request = currentRequest()
    const settings: Record<string, string> = {
      'request.jwt.claims': JSON.stringify(auth.claims),
      'request.jwt.claim.sub': auth.uid,
      'request.jwt.claim.role': auth.role,
      'request.jwt.claim.email': auth.email,
      'request.method': request?.method ?? '',
      'request.path': request?.path ?? '',
      'request.headers': JSON.stringify(request?.headers ?? {}),
      'storage.operation': auth.storageOperation,
      search_path: searchPath,
      role: auth.role,
    }
    const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
    await sql`select ${sql.join(calls)}`.execute(db)
  }
}

function readAuth(vars: VarsContext) {
  const { auth, storage } = vars as {
    auth?: { role?: unknown; uid?: unknown; jwt?: unknown } | null
    storage?: { operation?: unknown } | null
  }
  const claims =
    typeof auth?.jwt === 'object' && auth.jwt !== null ? (auth.jwt as Record<string, unknown>) : {}
  return {
    role: text(auth?.role) || 'anon',
    uid: text(auth?.uid),
    email: text(claims['email']),
    claims,
    storageOperation: text(storage?.operation),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
