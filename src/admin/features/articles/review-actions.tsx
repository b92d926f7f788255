import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import {
  type StatusChange,
  articleActions,
  changeText,
  dateColumns,
  isAhead,
  lossText,
  publishDate,
} from '../../../domain/story/article-state.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { type Act, useActs } from '../../resources/acts.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { statusEntry } from '../../story/article-acts.tsx'
import { checkedRow, loadToLookAt } from '../../story/checks/checked-story.ts'
import { useGoingOutActs } from '../../story/checks/going-out-acts.tsx'
import type {} from '../../story/checks/place-in-history.ts'
import { useComments } from '../../story/comments/comments-context.tsx'
import { useNow } from '../../ui/keys/use-now.ts'
import { Button } from '../../ui/layout/button.tsx'
import { useHeightVariable } from '../../ui/layout/use-height-variable.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import type { ViewedArticle } from './data/article-list.ts'
import { type ArticleChange, changeViewed } from './data/change-article.ts'
import { SendBack } from './send-back.tsx'

/** The buttons that end the review of a story: Send Back or Withdraw, and Publish or Schedule; on phones at the bottom. */
export function ReviewActions({ article }: { article: ViewedArticle }) {
  const { id: me, role } = useProfile()
  const client = useQueryClient()
  const navigate = useNavigate()
  const bottomBar = useHeightVariable('--bottom-bar')
  const comments = useComments()
  const date = publishDate(article)
  const isDateAhead = isAhead(date, useNow([date]))
  const [pending, setPending] = useState<'publish' | 'leave' | null>(null)
  const { leaveReview, publish } = articleActions('review', role, {
    ...{ isOwn: article.author_id === me, isDateAhead, hasChanges: false },
  })

  const change = async (what: 'publish' | 'leave', columns: ArticleChange, done: string, loss = '') => {
    setPending(what)
    const isDone = await attempt('Failed to change article', () => changeViewed(article, columns))
    await invalidate(client, 'articles', 'comment_threads')
    setPending(null)
    if (isDone) showToast({ title: done, description: loss || undefined })
  }
  const publishNow = () =>
    void change(
      'publish',
      { status: 'published', ...dateColumns('published', date) },
      isDateAhead && date !== null
        ? `Article scheduled for ${serverClock.calendar.format(date, 'longDateAndTime')}`
        : 'Article published successfully!',
    )
  const goingOut = useGoingOutActs({
    label: publish,
    find: async () => {
      const found = await loadToLookAt(client, checkedRow(article))
      return found.unmet.length === 0 ? null : found
    },
    onClear: publishNow,
    onAnyway: publishNow,
    onGo: (place) => {
      if ('thread' in place) comments?.choose(place.thread)
      else void navigate({ to: '/admin/articles/$id/edit', params: { id: article.id }, state: { place } })
    },
  })
  const leave = (chosen: StatusChange): Act => {
    const { to, done, question, takesNote } = chosen
    const loss = lossText('review', article.hero)
    return {
      ...statusEntry(chosen),
      ...(takesNote
        ? {
            ask: (close) => (
              <SendBack article={article} question={question} onClose={close}>
                {changeText('review', chosen, article.hero)}
              </SendBack>
            ),
          }
        : { run: () => void change('leave', { status: to, ...dateColumns(to, date) }, done, loss) }),
    }
  }
  const { begin, dialog } = useActs([...goingOut.acts, ...(leaveReview === null ? [] : [leave(leaveReview)])])

  return (
    <div
      ref={bottomBar}
      className="flex justify-end gap-2.5 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-rule max-md:bg-paper max-md:px-4 max-md:py-2.5"
    >
      {leaveReview !== null && (
        <Button isPending={pending === 'leave'} onPress={() => begin(statusEntry(leaveReview).id)}>
          {leaveReview.label}
        </Button>
      )}
      {publish !== null && (
        <Button
          variant="primary"
          isPending={pending === 'publish' || goingOut.isChecking}
          onPress={() => begin('publish')}
        >
          {publish}
        </Button>
      )}
      {dialog}
    </div>
  )
}
