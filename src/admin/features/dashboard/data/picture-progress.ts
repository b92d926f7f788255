import { queryOptions } from '@tanstack/react-query'
import { PICTURE_PROGRESS_PATH, pictureProgressSchema } from '../../../../domain/media/picture-progress.ts'
import { askPublisher, hasPublisher } from '../../../data/requests/publisher.ts'

const POLL_MS = 10_000

/** How many copies of pictures the publisher has yet to make, asked again until there are none; null where none answers. */
export const pictureProgressQuery = queryOptions({
  queryKey: ['picture-progress'],
  queryFn: async ({ signal }) => {
    const progress = hasPublisher()
      ? await askPublisher(PICTURE_PROGRESS_PATH, '{}', pictureProgressSchema, signal)
      : null
    return progress?.left ?? null
  },
  staleTime: 0,
  refetchInterval: ({ state }) => ((state.data ?? 0) > 0 ? POLL_MS : false),
})
