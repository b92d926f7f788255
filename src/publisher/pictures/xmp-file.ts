/** The file with the XMP that the copies of a picture get, beside its original. */
export function xmpFileOf(original: string): string {
  return `${original}-xmp`
}
