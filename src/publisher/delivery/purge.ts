import type { PurgeSettings } from '../../backend/env/delivery-env.ts'
import { type Answer, NoAnswerError, REQUEST_LIMITS, sendWithRetries } from './request.ts'

/** Removes addresses from the cache of the service before the bucket. */
export interface Purge {
  /** How many addresses one call takes. */
  batchSize: number
  /** Whole addresses, `batchSize` at most. */
  purge(urls: readonly string[]): Promise<void>
  /** Empties the cache of the whole site. */
  purgeAll(): Promise<void>
}

interface Service {
  name: string
  apiUrl: string
  /** The variables that say who may purge what. */
  variables: string
}

const SERVICES: Readonly<Record<PurgeSettings['service'], Service>> = {
  cloudflare: {
    name: 'Cloudflare',
    apiUrl: 'https://api.cloudflare.com/client/v4',
    variables: 'CLOUDFLARE_ZONE_ID and CLOUDFLARE_API_TOKEN, which needs the permission Cache Purge',
  },
  fastly: {
    name: 'Fastly',
    apiUrl: 'https://api.fastly.com',
    variables: 'FASTLY_SERVICE_ID and FASTLY_API_TOKEN',
  },
  bunny: {
    name: 'bunny.net',
    apiUrl: 'https://api.bunny.net',
    variables: 'BUNNY_PULL_ZONE_ID and BUNNY_API_KEY',
  },
}
/** The number that Cloudflare takes on every plan. */
const CLOUDFLARE_BATCH = 30

/** The client for the cache of a service. `apiUrl`: another address of its API, for tests. */
export function openPurge(
  settings: PurgeSettings,
  { apiUrl = SERVICES[settings.service].apiUrl, limits = REQUEST_LIMITS } = {},
): Purge {
  async function post(path: string, headers: Record<string, string>, json?: unknown): Promise<void> {
    const body = json === undefined ? null : JSON.stringify(json)
    const type: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' }
    const make = () => new Request(apiUrl + path, { method: 'POST', headers: { ...headers, ...type }, body })
    const answer = await sendWithRetries(make, limits).catch((error: unknown) => {
      if (!(error instanceof NoAnswerError)) throw error
      throw new Error(`${SERVICES[settings.service].name} does not answer: ${error.message}.`, {
        cause: error,
      })
    })
    const isDone = answer.status >= 200 && answer.status < 300 && !/"success":\s*false/.test(answer.text)
    if (!isDone) throw new Error(describeRefusal(SERVICES[settings.service], answer))
  }

  switch (settings.service) {
    case 'cloudflare': {
      const path = `/zones/${settings.zoneId}/purge_cache`
      const headers = { authorization: `Bearer ${settings.apiToken}` }
      return {
        batchSize: CLOUDFLARE_BATCH,
        purge: (files) => post(path, headers, { files }),
        purgeAll: () => post(path, headers, { purge_everything: true }),
      }
    }
    case 'fastly': {
      const headers = { 'fastly-key': settings.apiToken, accept: 'application/json' }
      return {
        batchSize: 1,
        purge: ([url = '']) => post(`/purge/${url.replace(/^https?:\/\//, '')}`, headers),
        purgeAll: () => post(`/service/${settings.serviceId}/purge_all`, headers),
      }
    }
    case 'bunny': {
      const headers = { accesskey: settings.apiKey }
      return {
        batchSize: 1,
        // Without exactPath, the address of the home page means all addresses that begin with it.
        purge: ([url = '']) => post(`/purge?url=${encodeURIComponent(url)}&exactPath=true`, headers),
        purgeAll: () => post(`/pullzone/${settings.pullZoneId}/purgeCache`, headers),
      }
    }
  }
}

function describeRefusal({ name, variables }: Service, { status, text }: Answer): string {
  const said = `status ${status}: ${text.slice(0, 200)}`
  const isKeyWrong = [400, 401, 403, 404].includes(status)
  const advice = isKeyWrong ? `: check ${variables}` : ''
  return `${name} did not purge its cache${advice} (${said}).`
}
