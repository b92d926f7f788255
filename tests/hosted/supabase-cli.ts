import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../supabase/local/config.ts'

/** The project in the addresses of the management API. */
export const PROJECT = 'abcdefghijklmnopqrst'

/** Runs the Supabase CLI of the project in a folder. Resolves with all that it printed, and its exit status. */
export async function runSupabase(args: string[], cwd = ROOT): Promise<{ status: number; output: string }> {
  const home = await mkdtemp(join(tmpdir(), 'mantel-cli-'))
  const env = {
    ...process.env,
    HOME: home,
    DO_NOT_TRACK: '1',
    SUPABASE_TELEMETRY_DISABLED: '1',
    SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
  }
  const bin = join(ROOT, 'node_modules', '.bin', 'supabase')
  try {
    return await new Promise((resolve) => {
      execFile(bin, args, { cwd, env }, (error, stdout, stderr) => {
        resolve({
          status: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1,
          output: stdout + stderr,
        })
      })
    })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

interface ApiRequest {
  method: string
  path: string
  search: URLSearchParams
  body: Response
}

export interface ManagementApi {
  requests: ApiRequest[]
  /** The arguments that make the CLI use this API and the project. */
  args: string[]
  close: () => Promise<void>
}

/** A stand-in for Supabase's management API, which records what the CLI sends it and accepts everything. */
export async function startManagementApi(): Promise<ManagementApi> {
  const requests: ApiRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://api')
      const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' }
      requests.push({
        method: request.method ?? '',
        path: pathname,
        search: searchParams,
        body: new Response(Buffer.concat(chunks), { headers }),
      })
      const { status, body } = answer(request.method ?? '', pathname, searchParams)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const folder = await mkdtemp(join(tmpdir(), 'mantel-api-'))
  const profile = join(folder, 'profile.yaml')
  await writeFile(profile, `name: test\napi_url: ${url}\ndashboard_url: ${url}\nproject_host: 127.0.0.1\n`)
  return {
    requests,
    args: [`--remote=${PROJECT}`, '--profile', profile, '--yes'],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answer(method: string, path: string, search: URLSearchParams): { status: number; body: unknown } {
  const slug = search.get('slug') ?? ''
  const deployed = { id: slug, slug, name: slug, status: 'ACTIVE', version: 1, verify_jwt: false }
  if (path.endsWith('/functions/deploy'))
    return { status: 201, body: { ...deployed, created_at: 1, updated_at: 1 } }
  if (path.endsWith('/functions')) return { status: 200, body: [] }
  if (path.endsWith('/secrets')) return { status: method === 'POST' ? 201 : 200, body: [] }
  return {
    status: 200,
    body: {
      id: PROJECT,
      ref: PROJECT,
      name: 'Mantel',
      region: 'eu-central-1',
      status: 'ACTIVE_HEALTHY',
      organization_id: 'mantel',
      organization_slug: 'mantel',
      created_at: '2026-01-01T00:00:00Z',
      database: { host: '127.0.0.1', version: '17', postgres_engine: '17', release_channel: 'ga' },
    },
  }
}
