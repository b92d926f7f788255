import { defineMiddleware } from 'astro:middleware'
import { pageAt } from './content/pages/registry.ts'
import { currentSnapshot, currentSocialCardRenderer } from './content/snapshot-context.ts'

/** Hands each page what it shows. Pages and components never see the snapshot, so the digest covers all they show. */
export const onRequest = defineMiddleware(({ isPrerendered, locals, params, routePattern }, next) => {
  // Astro's own endpoints, which the dev server has, are no pages of the site.
  if (isPrerendered) {
    locals.page = pageAt(currentSnapshot(), routePattern, params).take()
    locals.renderSocialCard = currentSocialCardRenderer()
  }
  return next()
})
