/**
 * `npm run register`: tells the project of SUPABASE_URL, with SUPABASE_SECRET_KEY and SITE_URL, what its database has to know of
 * the code. `npm start` and the publisher do so when they start; a static host has no secret key.
 */
import { readLocalEnv, readSecretKey, readUrl } from '../src/backend/env/env.ts'
import { registerMagazine } from '../src/backend/register-magazine.ts'
import { failStart } from './start-error.ts'

try {
  await registerMagazine({
    supabaseUrl: readUrl(process.env, 'SUPABASE_URL'),
    siteUrl: readLocalEnv().siteUrl,
    secretKey: readSecretKey(),
  })
} catch (error) {
  failStart(error)
}
console.log('The database knows the standard sentences of consent')
