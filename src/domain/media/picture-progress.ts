import * as z from 'zod/mini'

/** Where the publisher says how many copies of pictures it has yet to make. */
export const PICTURE_PROGRESS_PATH = '/publish/pictures'

/** How many copies of pictures are not made. */
export const pictureProgressSchema = z.object({ left: z.number() })

export type PictureProgress = z.infer<typeof pictureProgressSchema>
