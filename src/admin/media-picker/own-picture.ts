const STORED = `${__SUPABASE_URL__}/storage/v1/object/public/`

/** Whether an address is that of a picture of this magazine: one of the media library, or a file of the site. */
export function isOwnPicture(src: string): boolean {
  if (src.startsWith(STORED)) return true
  // Not of an address relative to the page it was copied from.
  const isAddress = /^(?:\/|https?:)/i.test(src) && URL.canParse(src, __SITE_URL__)
  return isAddress && new URL(src, __SITE_URL__).origin === new URL(__SITE_URL__).origin
}
