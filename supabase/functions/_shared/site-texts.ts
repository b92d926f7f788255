import * as z from 'zod/mini'
import { settingsType } from '../../../src/domain/site/settings.ts'
import { type Texts, shownTexts, storedTextsSchema } from '../../../src/domain/site/texts.ts'
import { LANGUAGES, MAIN_LANGUAGE } from '../../../src/domain/text/language.ts'
import { standardTexts } from '../../../src/words/standard-texts.ts'

/** The columns of the settings that `textsOf` reads. */
export const TEXT_COLUMNS = 'site_name, language, texts'

const rowSchema = z.nullable(
  z.object({ site_name: z.string(), language: z.enum(LANGUAGES), texts: storedTextsSchema }),
)

/** The magazine's name, language and texts, of a row of the settings or, while there is none, of the standard ones. */
export function textsOf(row: unknown) {
  const { site_name, language, texts } = rowSchema.parse(row) ?? {
    ...{ site_name: settingsType.blank().site_name, language: MAIN_LANGUAGE, texts: {} },
  }
  const shown: Texts = shownTexts(texts, standardTexts(language), site_name)
  return { siteName: site_name, language, texts: shown }
}
