/** The site's name from the page's metadata. */
export function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
}
