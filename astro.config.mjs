import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { content } from './src/publisher/astro-integration.ts'
import { clientTouch } from './src/site/islands/client-touch.ts'

const siteUrl = process.env.SITE_URL ?? 'http://localhost:4321'

export default defineConfig({
  site: siteUrl,
  outDir: process.env.DIST_DIR ?? 'dist',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  experimental: { incrementalBuild: true },
  integrations: [react(), clientTouch(), content()],
  vite: {
    // Scripts that wait for a reader (Later*.astro) stay out of the pages.
    build: { assetsInlineLimit: (path) => (path.includes('/Later') ? false : undefined) },
    plugins: [tailwindcss()],
    define: {
      __SUPABASE_URL__: JSON.stringify(process.env.SUPABASE_URL ?? ''),
      __SUPABASE_PUBLISHABLE_KEY__: JSON.stringify(process.env.SUPABASE_PUBLISHABLE_KEY ?? ''),
      __SITE_URL__: JSON.stringify(siteUrl),
    },
  },
})
