import type { ProviderEnv } from '../../backend/env/provider-env.ts'
import type { Adapter } from './adapter.ts'
import { PostmarkAdapter } from './postmark-adapter.ts'
import { ResendAdapter } from './resend-adapter.ts'

/** The adapter of a provider; `api`: its address, where that is another one. */
export function openProvider(env: ProviderEnv, api?: string): Adapter {
  return env.adapter === 'resend'
    ? new ResendAdapter(env.key, api)
    : new PostmarkAdapter(env.token, env.stream, api)
}
