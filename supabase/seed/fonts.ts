import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { FONTS_BUCKET } from '../../src/domain/media/font.ts'
import { insertMissing, upload } from './service.ts'
import { stableId } from './stable.ts'

interface DemoFont {
  name: string
  usage: ('Header' | 'Body' | 'Accent' | 'Buttons')[]
  /** Path in the bucket. */
  path: string
  /** Module path of the font file (SIL Open Font License). */
  module: string
}

/** Two fonts for Global Styles. */
export const DEMO_FONTS: readonly DemoFont[] = [
  {
    name: 'Newsreader',
    usage: ['Header'],
    path: 'demo_Newsreader.woff2',
    module: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
  },
  {
    name: 'Instrument Sans',
    usage: ['Body', 'Buttons'],
    path: 'demo_Instrument_Sans.woff2',
    module: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  },
]

const FONT_TYPE = 'font/woff2'

export function readFont(font: DemoFont): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(font.module)))
}

/** Uploads the demo fonts and inserts their rows in `fonts`. */
export async function uploadFonts(service: SupabaseClient, uploaderId: string): Promise<void> {
  const rows = await Promise.all(
    DEMO_FONTS.map(async (font) => {
      const data = await readFont(font)
      return {
        id: stableId('font', font.name),
        font_name: font.name,
        font_file_path: await upload(service, FONTS_BUCKET, font.path, data, FONT_TYPE),
        font_weight: 'Normal',
        font_style: 'Regular',
        font_usage: font.usage,
        mime_type: FONT_TYPE,
        file_size: data.length,
        uploaded_by: uploaderId,
      }
    }),
  )
  await insertMissing(service, 'fonts', rows)
}
