/// <reference types="astro/client" />

declare const __SUPABASE_URL__: string
declare const __SUPABASE_PUBLISHABLE_KEY__: string
declare const __SITE_URL__: string
