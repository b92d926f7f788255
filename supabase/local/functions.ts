import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { errorMessage } from '../../src/backend/error-message.ts'
import { readMailServer } from '../../src/backend/env/env.ts'
import { type SupabaseConfig, ROOT } from './config.ts'
import type { Route } from './http/gateway.ts'
import type { Keys } from './keys.ts'
import { MAILBOX_PATH } from './mailbox-path.ts'
import { readBytes } from './http/read-bytes.ts'

/** More than any function here takes. */
const MAX_BODY_BYTES = 1024 * 1024

interface Options {
  config: SupabaseConfig
  keys: Keys
  siteUrl: string
  apiUrl: string
  /** Where readers reach the API; null or none: at its own address. */
  publicUrl?: string | null
}

/** `/functions/v1/<name>`, the functions of config.toml, served by one Deno process that starts with the first request. */
export function serveFunctions(options: Options): { route: Route; stop: () => Promise<void> } {
  // Without one the functions put their mails into the local mailbox.
  const mailServer = readMailServer()
  let starting: Promise<DenoHost> | null = null
  const host = () => {
    starting ??= startDeno(options, mailServer).then((deno) => {
      deno.process.once('exit', () => (starting = null))
      return deno
    })
    starting.catch(() => (starting = null))
    return starting
  }

  const answer = async (request: Request, url: URL): Promise<Response> => {
    const name = url.pathname.split('/')[3] ?? ''
    const unknown = { code: 'NOT_FOUND', message: 'Requested function was not found' }
    if (!Object.hasOwn(options.config.functions, name)) return Response.json(unknown, { status: 404 })
    try {
      const body = await readBytes(request, MAX_BODY_BYTES)
      if (body === null) return Response.json({ message: 'The request body is too large' }, { status: 413 })
      const { port } = await host()
      const target = new URL(url.pathname + url.search, `http://127.0.0.1:${port}`)
      const response = await fetch(target, forwardedRequest(request, body))
      const headers = new Headers(response.headers)
      // fetch has decompressed the body.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
        headers.delete(name)
      return new Response(response.body, { status: response.status, headers })
    } catch (error) {
      console.error(`supabase: function ${name} failed: ${errorMessage(error)}`)
      return Response.json({ error: 'The function could not be run' }, { status: 503 })
    }
  }

  const stop = async () => {
    const deno = await starting?.catch(() => null)
    if (deno?.process.exitCode !== null) return
    const gone = new Promise((resolve) => deno.process.once('exit', resolve))
    deno.process.kill()
    await gone
  }

  return { route: { prefix: '/functions/v1/', answer }, stop }
}

function forwardedRequest({ method, headers: sent }: Request, body: Buffer<ArrayBuffer>): RequestInit {
  const headers = new Headers(sent)
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])
    headers.delete(name)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return { method, headers, ...(hasBody && { body }), redirect: 'manual' }
}

/** What send-letters needs, as it is set here. */
function letterVariables(): Record<string, string> {
  const names = ['MAIL_FROM', 'RESEND_API_KEY', 'POSTMARK_TOKEN', 'POSTMARK_STREAM', 'DKIM_SELECTOR']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

interface DenoHost {
  process: ChildProcess
  port: number
}

async function startDeno(
  { keys, siteUrl, apiUrl, publicUrl }: Options,
  mailServer: Record<string, string>,
): Promise<DenoHost> {
  const bin = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'deno.cmd' : 'deno')
  const functions = pathToFileURL(join(ROOT, 'supabase', 'functions') + '/').href
  const host = join(import.meta.dirname, 'deno', 'host.ts')
  const flags = '--quiet --no-prompt --no-lock --node-modules-dir=manual --no-check'
  const permissions = '--allow-net --allow-env --allow-read --allow-sys'
  const deno = spawn(bin, ['run', ...`${flags} ${permissions}`.split(' '), host, functions], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DENO_DIR: join(ROOT, 'node_modules', '.cache', 'deno'),
      DENO_NO_UPDATE_CHECK: '1',
      DO_NOT_TRACK: '1',
      SITE_URL: siteUrl,
      LOCAL_MAILBOX_URL: `${apiUrl}${MAILBOX_PATH}`,
      ...mailServer,
      ...letterVariables(),
      RESEND_WEBHOOK_SECRET: process.env.RESEND_WEBHOOK_SECRET,
      POSTMARK_WEBHOOK_PASSWORD: process.env.POSTMARK_WEBHOOK_PASSWORD,
      SUPABASE_URL: apiUrl,
      SUPABASE_PUBLIC_URL: publicUrl ?? undefined,
      SUPABASE_ANON_KEY: keys.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    },
  })
  createInterface({ input: deno.stderr }).on('line', (line) => console.error(`function: ${line}`))
  const lines = createInterface({ input: deno.stdout })
  const port = await new Promise<number>((resolve, reject) => {
    deno.once('error', reject)
    deno.once('exit', (code) => reject(new Error(`Deno ended with ${code} before it could listen`)))
    lines.on('line', (line) => {
      const listening = /^listening (\d+)$/.exec(line)
      if (listening === null) console.log(`function: ${line}`)
      else resolve(Number(listening[1]))
    })
  })
  return { process: deno, port }
}
