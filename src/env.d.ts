/// <reference types="astro/client" />

declare const __SUPABASE_URL__: string
/** Where pages ask Supabase; '': their own server passes requests on to it. */
declare const __API_URL__: string
declare const __SUPABASE_PUBLISHABLE_KEY__: string
declare const __SITE_URL__: string
/** Where the admin reaches the publisher; '': at the site's own address. */
declare const __PUBLISHER_URL__: string

/** What Astro knows of the bundle; not documented, see TRIED_WITH in astro-adapter.ts. */
declare module 'virtual:astro:manifest' {
  export const manifest: Pick<import('astro').SSRManifest, 'inlinedScripts' | 'clientDirectives'>
}

declare namespace App {
  interface Locals {
    /** What the page that is being drawn shows; set by src/middleware.ts. */
    page: import('./content/pages/page-type.ts').PageContent
    /** The stylesheet of the page; not set where nothing is drawn in the frame of a page. */
    styles?: string
    renderLetterPicture: import('./content/pages/letters.ts').LetterPictureRenderer
    renderIcon: import('./content/pages/icons.ts').IconRenderer
    renderSocialCard: import('./content/pages/social-card.ts').SocialCardRenderer
  }
}
