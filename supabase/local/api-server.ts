import { App, setExperimental } from '@supabase/lite'
import type { SupabaseConfig } from './config.ts'
import type { Database } from './database.ts'
import type { Keys } from './keys.ts'
import type { Mailbox } from './mailer.ts'
import { fileStorage } from './storage-files.ts'

type Options = {
  config: SupabaseConfig
  database: Database
  keys: Keys
  mailbox: Mailbox
  siteUrl: string
  storageFolder: string
}

/** The REST, auth and storage API of `@supabase/lite` with this project's settings. */
export async function createApiServer(options: Options): Promise<App> {
  const { config, database, keys, mailbox, siteUrl, storageFolder } = options
  const { email, ...auth } = config.auth
  setExperimental('storage', true)
  const app = new App({
    api: config.api,
    auth: {
      ...auth,
      enabled: true,
      email: {
        enable_signup: email.enable_signup,
        double_confirm_changes: email.double_confirm_changes,
        enable_confirmations: email.enable_confirmations,
        otp_length: email.otp_length,
        otp_expiry: email.otp_expiry,
      },
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [...auth.additional_redirect_urls, `${siteUrl}/**`],
    },
    storage: { enabled: true, file_size_limit: config.storage.file_size_limit },
    studio: { enabled: false },
    connection: database.connection,
    options: { server: { admin: false, disableStudio: true } },
  })
  app._mailer = mailbox.mailer
  app._storageAdapter = fileStorage(storageFolder, database)
  return app.init()
}
