import { isFontFile } from '../../../domain/font.ts'

/** Why a file cannot be uploaded as a font; null when a browser can read it as one. */
export async function fontRefusal(file: File): Promise<string | null> {
  if (!isFontFile(file)) return 'Please select a valid font file (.woff, .woff2, or .ttf)'
  try {
    await new FontFace('refusal', await file.arrayBuffer()).load()
    return null
  } catch {
    return `${file.name} cannot be read as a font. It may be damaged.`
  }
}
