import * as z from 'zod/mini'
import { settingsType } from '../../../domain/site/settings.ts'

export const beginFormSchema = z.extend(
  z.pick(settingsType.form, { site_name: true, tagline: true, language: true }),
  {
    /** The ids of the chosen proposals. */
    sections: z.array(z.string()),
    /** The name of a proposed theme, or PRESENT. */
    theme: z.string(),
    /** Whether the demo content leaves. */
    removesDemo: z.boolean(),
    /** The ids of rows of the demo content that stay then. */
    keep: z.array(z.string()),
  },
)
export type BeginFormValues = z.infer<typeof beginFormSchema>
