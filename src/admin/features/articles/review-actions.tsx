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
  sentBackText,
} from '../../../domain/story/article-state.ts'
import { type ToLookAt, checkedRow, loadToLookAt } from '../../story/checks/checked-story.ts'
import type {} from '../../story/checks/place-in-history.ts'
import { useComments } from '../../story/comments/comments-context.tsx'
import { sendBack } from '../../story/comments/comments.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { useHeightVariable } from '../../ui/layout/use-height-variable.ts'
import { useNow } from '../../ui/keys/use-now.ts'
import { type ViewedArticle, useByline } from './data/article-list.ts'
import { type ArticleChange, changeViewed } from './data/change-article.ts'

const GoingOutDialog = lazyPart(
  async () => (await import('../../story/checks/going-out-dialog.tsx')).GoingOutDialog,
)
const SendBackDialog = lazyPart(
  async () => (await import('../../story/comments/send-back-dialog.tsx')).SendBackDialog,
)

/** The buttons that end the review of a story: Send Back or Withdraw, and Publish or Schedule; on phones at the bottom. */
export function ReviewActions({ article }: { article: ViewedArticle }) {
  const { id: me, role } = useProfile()
  const client = useQueryClient()
  const navigate = useNavigate()
  const bottomBar = useHeightVariable('--bottom-bar')
  const comments = useComments()
  const byline = useByline()
  const date = publishDate(article)
  const isDateAhead = isAhead(date, useNow([date]))
  const [pending, setPending] = useState<'publish' | 'leave' | null>(null)
  const [toLookAt, setToLookAt] = useState<ToLookAt | null>(null)
  const [isSendingBack, setSendingBack] = useState(false)
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
  const checkAndPublish = async () => {
    setPending('publish')
    // What could not be checked the database decides.
    const found = await loadToLookAt(client, checkedRow(article)).catch((error: unknown) =>
      console.error(error),
    )
    setPending(null)
    if (found !== undefined && found.unmet.length > 0) setToLookAt(found)
    else publishNow()
  }
  const leave = ({ to, done, takesNote }: StatusChange) => {
    if (takesNote) setSendingBack(true)
    else
      void change('leave', { status: to, ...dateColumns(to, date) }, done, lossText('review', article.hero))
  }
  const sendBackWith = async (note: string | null) => {
    const isSent = await attempt('Failed to send article back', () => sendBack(article.id, note))
    await invalidate(client, 'articles', 'comment_threads')
    if (isSent) showToast({ title: sentBackText(byline(article)) })
    return isSent
  }

  return (
    <div
      ref={bottomBar}
      className="flex justify-end gap-2.5 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-rule max-md:bg-paper max-md:px-4 max-md:py-2.5"
    >
      {leaveReview !== null && (
        <Button isPending={pending === 'leave'} onPress={() => leave(leaveReview)}>
          {leaveReview.label}
        </Button>
      )}
      {publish !== null && (
        <Button variant="primary" isPending={pending === 'publish'} onPress={() => void checkAndPublish()}>
          {publish}
        </Button>
      )}
      {toLookAt !== null && publish !== null && (
        <GoingOutDialog
          toLookAt={toLookAt}
          label={publish}
          onClose={() => setToLookAt(null)}
          onGo={(place) => {
            setToLookAt(null)
            if ('thread' in place) comments?.choose(place.thread)
            else
              void navigate({ to: '/admin/articles/$id/edit', params: { id: article.id }, state: { place } })
          }}
          onAnyway={() => {
            setToLookAt(null)
            publishNow()
          }}
        />
      )}
      {isSendingBack && leaveReview !== null && (
        <SendBackDialog
          articleId={article.id}
          title={leaveReview.question}
          onClose={() => setSendingBack(false)}
          onSend={sendBackWith}
        >
          {changeText('review', leaveReview, article.hero)}
        </SendBackDialog>
      )}
    </div>
  )
}
