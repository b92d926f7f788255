import { PICTURE_PROGRESS_PATH, type PictureProgress } from '../../domain/media/picture-progress.ts'
import { UNKNOWN } from './senders.ts'
import { type StaffRequestOptions, StaffRequests } from './staff-requests.ts'

interface ProgressOptions extends Pick<StaffRequestOptions, 'supabaseUrl' | 'publishableKey' | 'siteUrl'> {
  /** Null while it starts. */
  publisher: () => { copiesLeft(): number } | null
}

/** Answers `POST /publish/pictures`: how many copies of pictures are yet to be made. */
export function pictureProgressRequests({ publisher, ...options }: ProgressOptions): StaffRequests {
  return new StaffRequests({
    ...options,
    path: PICTURE_PROGRESS_PATH,
    action: 'articles.create',
    isReady: () => publisher() !== null,
    answer: async () => {
      const asked = publisher()
      return asked === null ? [UNKNOWN] : [200, { left: asked.copiesLeft() } satisfies PictureProgress]
    },
  })
}
