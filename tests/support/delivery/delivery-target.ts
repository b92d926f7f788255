import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { PurgeSettings } from '../../../src/backend/env/delivery-env.ts'
import { startFaultProxy } from '../../faults/fault-proxy.ts'
import { SITE_URL } from './delivered-site.ts'
import { startS3Server } from './s3-server.ts'

/** What reached the bucket or the cache before it, in its order. */
export type TargetEvent =
  | { kind: 'put' | 'delete' | 'list' | 'get'; key: string; bytes: number }
  | { kind: 'purge'; paths: string[] }
  | { kind: 'purge all' }

const PURGE: PurgeSettings = { service: 'cloudflare', zoneId: 'zone', apiToken: 'token' }

/** A bucket behind a proxy that disturbs requests, and a purge service; both record what reaches them. */
export async function startTarget(directory: string, chance: () => number = () => 0) {
  const events: TargetEvent[] = []
  const s3 = await startS3Server(join(directory, 's3'))
  const proxy = await startFaultProxy(s3.port, chance, ({ method, url, body }) => {
    const key = decodeURIComponent(url.split('?')[0]?.split('/').slice(2).join('/') ?? '')
    const kind = method === 'GET' && key === '' ? 'list' : method.toLowerCase()
    if (kind === 'put' || kind === 'delete' || kind === 'list' || kind === 'get') {
      events.push({ kind, key, bytes: body.length })
    }
  })
  const purge = createServer((request: IncomingMessage, response) => {
    void text(request).then((json) => {
      const { files } = JSON.parse(json) as { files?: string[] }
      events.push(
        files
          ? { kind: 'purge', paths: files.map((url) => url.slice(SITE_URL.length)) }
          : { kind: 'purge all' },
      )
      response.end('{"success": true}')
    })
  })
  await once(purge.listen(0, '127.0.0.1'), 'listening')
  const address = purge.address()
  const purgePort = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    events,
    setFault: proxy.setFault,
    hits: proxy.hits,
    /** Of the bucket itself, to read it without faults. */
    bucket: s3.settings(),
    /** For a mirror. */
    delivery: {
      siteUrl: SITE_URL,
      bucket: s3.settings(proxy.url),
      purge: PURGE,
      purgeApiUrl: `http://127.0.0.1:${purgePort}`,
      encoding: null,
      limits: { timeoutMs: 10_000, retryMs: 20 },
    },
    async close(): Promise<void> {
      await proxy.close()
      const closed = once(purge.close(), 'close')
      purge.closeAllConnections()
      await closed
      await s3.close()
    },
  }
}

export type Target = Awaited<ReturnType<typeof startTarget>>

/** Keys whose last change in the bucket was not followed by a purge of their address. */
export function unpurgedKeys(events: readonly TargetEvent[]): string[] {
  const unpurged = new Set<string>()
  for (const event of events) {
    if (event.kind === 'purge all') unpurged.clear()
    else if (event.kind === 'purge') {
      for (const path of event.paths) unpurged.delete(path === '/' ? 'index.html' : path.slice(1))
    } else if ((event.kind === 'put' || event.kind === 'delete') && event.key !== '_delivery.json') {
      unpurged.add(event.key)
    }
  }
  return [...unpurged]
}
