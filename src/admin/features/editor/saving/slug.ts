/** 'a-bath' → 'a-bath-2', 'a-bath-2' → 'a-bath-3'. */
export function nextSlug(slug: string): string {
  const numbered = /^(.+)-(\d{1,3})$/.exec(slug)
  const [, base, number] = numbered ?? []
  return base !== undefined && number !== undefined ? `${base}-${Number(number) + 1}` : `${slug}-2`
}

/** The slug of a title in which no Latin letter or digit remains; the same title always gives the same. */
export function fallbackSlug(title: string): string {
  let hash = 0
  for (const char of title) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return `story-${hash.toString(36)}`
}
