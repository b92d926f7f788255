import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { readSiteEnv } from './src/backend/env/env.ts'
import { content } from './src/publisher/rendering/astro-integration.ts'
import { clientChunks, refuseCycles } from './src/site/bundle/client-chunks.ts'
import { generatedStyles } from './src/site/bundle/generated-styles.ts'
import { reactPreamble } from './src/site/bundle/react-preamble.ts'

const env = readSiteEnv()

// Astro would take `import.meta.env.DEV` from it, and built pages would have no policy. Vitest sets it, for example.
delete process.env.DEV

export default defineConfig({
  site: env.siteUrl,
  outDir: env.distDir,
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  experimental: { incrementalBuild: true },
  integrations: [react(), reactPreamble(), content()],
  vite: {
    // The scripts of Deferred*.astro stay out of the pages.
    build: { assetsInlineLimit: (path) => (path.includes('/Deferred') ? false : undefined) },
    environments: { client: { build: { rolldownOptions: { output: clientChunks } } } },
    // The admin is written in English: the other thirty languages of React Aria stay out of it.
    plugins: [optimizeLocales.vite({ locales: ['en-US'] }), tailwindcss(), generatedStyles(), refuseCycles()],
    define: {
      __SUPABASE_URL__: JSON.stringify(env.supabaseUrl),
      __API_URL__: JSON.stringify(env.isApiPassedOn ? '' : env.supabaseUrl),
      __SUPABASE_PUBLISHABLE_KEY__: JSON.stringify(env.publishableKey),
      __PUBLISHER_URL__: JSON.stringify(env.publisherUrl),
      __SITE_URL__: JSON.stringify(env.siteUrl),
    },
  },
})
