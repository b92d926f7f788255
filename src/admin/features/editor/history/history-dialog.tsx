import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leftOutReason, leftOutText } from '../../../../domain/body/left-out.ts'
import { isOwnPicture } from '../../../media-picker/own-picture.ts'
import { ArticleStatusDot } from '../../../components/article-status-dot.tsx'
import { useAuthorName } from '../../../data/people/author-name.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { NextPartError, QueryError } from '../../../resources/query-error.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Spinner } from '../../../ui/layout/spinner.tsx'
import { EmptyState, Skeleton } from '../../../ui/layout/states.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { showToast } from '../../../ui/overlays/toast.ts'
import { type HistoryEntry, type Revision, historyQuery, revisionQuery } from '../data/revisions.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatWhen } from '../../../ui/dates/format.ts'
import { Differences } from '../notices/differences.tsx'
import { ArticlePreview, PreviewFacts } from '../preview/article-preview.tsx'
import { sameForm, serializeForm } from '../saving/form.ts'
import { isPublished } from '../saving/state.ts'
import { useEditingSession, useSaveState } from '../use-editing-session.ts'
import { type RestoredForm, columnLabels, restoredForm } from './restored-form.ts'

/** The revisions of the article, each to view and restore. */
export function HistoryDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const [every, setEvery] = useState(false)
  return (
    <Dialog isOpen onClose={onClose} title="History" size="lg">
      <div className="flex flex-col gap-4 md:min-h-[60vh]">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-sm text-soft">
            A restore brings back the text; the address, author, publish date and status stay as they are.
          </p>
          <Switch label="Every Save" isSelected={every} onChange={setEvery} />
        </div>
        <Versions key={String(every)} articleId={articleId} every={every} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Versions({ articleId, every, onClose }: { articleId: string; every: boolean; onClose: () => void }) {
  const list = useInfiniteQuery(historyQuery(articleId, every))
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage } = list
  const [chosen, setChosen] = useState<number | null>(null)
  const writerName = useWriterName()
  if (isPending) {
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">Loading history…</span>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} className="h-16 md:max-w-72" />
        ))}
      </div>
    )
  }
  if (data === undefined) return <QueryError title="Failed to load history" error={error} refetch={refetch} />
  const entries = data.pages.flatMap(({ rows }) => rows)
  const [newest] = entries
  if (newest === undefined) return <EmptyState title="No version of this article was kept." />
  const index = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  )
  const entry = entries[index] ?? newest
  return (
    <div className="grid items-start gap-5 md:grid-cols-[17rem_minmax(0,1fr)] md:gap-7">
      <div className="flex flex-col gap-3 max-md:max-h-64 max-md:overflow-y-auto md:sticky md:top-0">
        <div className="md:max-h-[58vh] md:overflow-y-auto">
          <ol aria-label="Versions" className="flex flex-col gap-1.5 p-1">
            {entries.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one.id === entry.id}
                  onClick={() => setChosen(one.id)}
                  className={`flex w-full flex-col gap-0.5 rounded-md border px-3 py-2 text-left transition-colors duration-200 ${one.id === entry.id ? 'border-prussian bg-card' : 'border-transparent hover:bg-tint'}`}
                >
                  <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <time
                      dateTime={one.created_at}
                      className="inline-block text-sm font-semibold first-letter:uppercase"
                    >
                      {formatWhen(one.created_at)}
                    </time>
                    <ArticleStatusDot article={{ status: one.status, published_at: null }} />
                  </span>
                  <span className="text-sm">{writerName(one)}</span>
                  <span className="text-xs text-soft">{whatChanged(one)}</span>
                </button>
              </li>
            ))}
          </ol>
          {hasNextPage && (
            <Button
              size="sm"
              className="mt-2 w-full"
              isPending={list.isFetchingNextPage}
              onPress={() => void fetchNextPage()}
            >
              Show Older
            </Button>
          )}
          <NextPartError
            title="Failed to load older versions"
            error={list.isFetchNextPageError ? error : null}
          />
        </div>
      </div>
      <RevisionView
        key={entry.id}
        entry={entry}
        isNewest={index === 0}
        before={entries[index + 1]?.id ?? null}
        onClose={onClose}
      />
    </div>
  )
}

/** Name of a revision's writer; not everybody may read others' names. */
function useWriterName(): (entry: Pick<HistoryEntry, 'created_by' | 'author_name'>) => string {
  const me = useProfile()
  const authorName = useAuthorName()
  return ({ created_by, author_name }) =>
    created_by === me.id ? 'You' : author_name || authorName(created_by) || 'Not recorded'
}

function whatChanged({ is_first, kind, changed }: HistoryEntry): string {
  if (is_first) return 'First version'
  if (kind === 'working-copy') return 'Unpublished changes, discarded'
  return columnLabels(changed) || 'No field changed'
}

interface RevisionViewProps {
  entry: HistoryEntry
  isNewest: boolean
  /** Id of the previous revision, null when none is listed. */
  before: number | null
  onClose: () => void
}

/** One revision: its changes, what a restore would change, and its text. */
function RevisionView({ entry, isNewest, before, onClose }: RevisionViewProps) {
  const writerName = useWriterName()
  const { data: revision, isPending, error, refetch } = useQuery(revisionQuery(entry.id))
  if (isPending) return <Spinner label="Loading version…" />
  if (revision === undefined) {
    return <QueryError title="Failed to load this version" error={error} refetch={refetch} />
  }
  return (
    <section
      aria-label={`Version of ${formatWhen(entry.created_at)}`}
      className="flex min-w-0 flex-col gap-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-serif text-xl leading-tight">
          {revision.form.title}
          <span className="block font-sans text-sm text-soft">
            {writerName(entry)}, {formatWhen(entry.created_at)}
            {isNewest && entry.kind === 'saved' ? ' · saved last' : ''}
          </span>
        </h3>
        <Restore revision={revision} onClose={onClose} />
      </header>
      <Views entry={entry} revision={revision} before={before} />
    </section>
  )
}

function Views({
  entry,
  revision,
  before,
}: Pick<RevisionViewProps, 'entry' | 'before'> & { revision: Revision }) {
  const [shown, setShown] = useState(before === null ? 'preview' : 'changes')
  const current = serializeForm(useSaveState((state) => state.form))
  const createdAt = useSaveState(({ saved }) => saved?.created_at ?? null)
  const restored = restoredForm(current, revision, isOwnPicture)
  const changes = {
    id: 'changes',
    label: 'Changes',
    content: before !== null && <Changes before={before} revision={revision} />,
  }
  const items = [
    ...(before === null ? [] : [changes]),
    {
      id: 'now',
      label: 'Compare',
      content:
        restored === null ? (
          <p className="text-soft">
            Only one of the two bodies can be edited as text: they cannot be compared.
          </p>
        ) : (
          <Differences
            before={current}
            after={restored.form}
            beforeLabel="On the screen"
            afterLabel={`After restoring the version of ${formatWhen(entry.created_at)}`}
          />
        ),
    },
    {
      id: 'preview',
      label: 'Preview',
      content: (
        <div className="rounded-lg border border-rule bg-card px-5 py-7 md:px-8">
          <div className="mx-auto max-w-170">
            <PreviewFacts form={revision.form} state={revision.status} createdAt={createdAt} />
          </div>
          <ArticlePreview {...revision} />
        </div>
      ),
    },
  ]
  return <Tabs label="This version" items={items} selected={shown} onSelect={setShown} />
}

function Changes({ before, revision }: { before: number; revision: Revision }) {
  const { data, isPending, error, refetch } = useQuery(revisionQuery(before))
  if (isPending) return <Spinner />
  if (data === undefined) {
    return <QueryError title="Failed to load the version before" error={error} refetch={refetch} />
  }
  if (sameForm(data.form, revision.form)) {
    return <p className="text-soft">The text is that of the version before; only the status changed.</p>
  }
  return (
    <Differences before={data.form} after={revision.form} beforeLabel="Before" afterLabel="This version" />
  )
}

function Restore({ revision, onClose }: { revision: Revision; onClose: () => void }) {
  const { session } = useEditingSession()
  const current = serializeForm(useSaveState((state) => state.form))
  const published = useSaveState(isPublished)
  const [isRestoring, setRestoring] = useState(false)
  const restored = restoredForm(current, revision, isOwnPicture)
  const isSame = restored !== null && sameForm(current, restored.form)
  const restore = async ({ form, leftOut }: RestoredForm) => {
    setRestoring(true)
    try {
      if (await session.restoreVersion(form)) {
        showToast({
          title: 'Version restored',
          description: [
            ...(published ? ['Readers see it after Update.'] : []),
            'The text before is in the history.',
            ...(leftOut.size > 0 ? [`${leftOutText(leftOut)}.`] : []),
          ].join(' '),
        })
        onClose()
        return
      }
      showToast({
        title: 'Nothing was restored',
        description: 'The text on the screen has to be saved first, and that did not succeed.',
        tone: 'destructive',
      })
    } catch (error) {
      showToast({
        title: 'Failed to restore this version',
        description: describeFailure(
          error,
          'Somebody may have changed the article just now. Reload the page to see it.',
        ),
        tone: 'destructive',
      })
    } finally {
      setRestoring(false)
    }
  }
  if (restored === null) return null
  if (isSame) return <p className="text-sm text-soft">The text on the screen</p>
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button variant="primary" isPending={isRestoring} onPress={() => void restore(restored)}>
        Restore This Version
      </Button>
      {restored.leftOut.size > 0 && (
        <p className="text-sm text-soft">
          {leftOutText(restored.leftOut)}. {leftOutReason(restored.leftOut)}
        </p>
      )}
    </div>
  )
}
