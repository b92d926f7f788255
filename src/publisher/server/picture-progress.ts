import { PICTURE_PROGRESS_PATH, type PictureProgress } from '../../domain/picture-progress.ts'
import { type StaffRequestOptions, StaffRequests, UNKNOWN } from './staff-requests.ts'

interface ProgressOptions extends Pick<StaffRequestOptions, 'supabaseUrl' | 'publishableKey' | 'siteUrl'> {
  /** Null while it starts. */
  publisher: () => { picturesLeft(): number } | null
}

/** Answers `POST /publish/pictures`: how many pictures are yet to be copied. */
export function pictureProgressRequests({ publisher, ...options }: ProgressOptions): StaffRequests {
  return new StaffRequests({
    ...options,
    path: PICTURE_PROGRESS_PATH,
    action: 'articles.create',
    isReady: () => publisher() !== null,
    answer: async () => {
      const asked = publisher()
      return asked === null ? [UNKNOWN] : [200, { left: asked.picturesLeft() } satisfies PictureProgress]
    },
  })
}
