import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import * as z from 'zod'

/** The settings of config.toml that the local stack follows. */
const configSchema = z
  .object({
    api: z.object({
      schemas: z.array(z.string()),
      extra_search_path: z.array(z.string()),
      max_rows: z.int(),
    }),
    storage: z.object({ file_size_limit: z.string().regex(/^\d+MiB$/) }),
    auth: z.object({
      additional_redirect_urls: z.array(z.string()),
      jwt_expiry: z.int(),
      enable_refresh_token_rotation: z.boolean(),
      refresh_token_reuse_interval: z.int(),
      enable_signup: z.boolean(),
      minimum_password_length: z.int(),
      // Per five minutes.
      rate_limit: z.object({
        sign_in_sign_ups: z.int(),
        token_verifications: z.int(),
        token_refresh: z.int(),
      }),
      email: z.object({
        enabled: z.boolean(),
        double_confirm_changes: z.boolean(),
        enable_confirmations: z.boolean(),
        require_current_password: z.boolean(),
        max_frequency: z.string().regex(/^[1-9]\d*s$/),
        otp_length: z.int(),
        otp_expiry: z.int(),
      }),
    }),
    // The gateway of a hosted project can check access tokens; this one leaves that to the functions.
    functions: z.record(z.string(), z.object({ verify_jwt: z.literal(false) })),
  })
  // Lite, which gets all of auth, refuses these.
  .transform(({ auth: { rate_limit, email, ...auth }, ...config }) => {
    const { require_current_password, max_frequency, ...ofLite } = email
    return {
      ...config,
      auth: { ...auth, email: ofLite },
      rateLimit: rate_limit,
      mailEverySeconds: Number.parseInt(max_frequency),
      requireCurrentPassword: require_current_password,
    }
  })

export type SupabaseConfig = z.infer<typeof configSchema>

/** The root folder of the project. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Reads `supabase/config.toml` of the project. */
export function readConfig(): SupabaseConfig {
  const file = join(ROOT, 'supabase', 'config.toml')
  const result = configSchema.safeParse(parse(readFileSync(file, 'utf8')))
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`)
  return result.data
}
