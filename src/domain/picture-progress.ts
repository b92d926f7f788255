import * as z from 'zod/mini'

/** Where the publisher says how many pictures it has yet to copy. */
export const PICTURE_PROGRESS_PATH = '/publish/pictures'

/** How many pictures have copies that are not made. */
export const pictureProgressSchema = z.object({ left: z.number() })

export type PictureProgress = z.infer<typeof pictureProgressSchema>
