import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Spinner } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { showToast } from '../../../ui/toast.ts'
import { type HistoryEntry, type Revision, revisionQuery } from '../data/revisions.ts'
import { Differences } from '../notices/differences.tsx'
import { ArticlePreview } from '../preview/article-preview.tsx'
import { type EditorForm, sameForm, serializeForm } from '../saving/form.ts'
import { isPublished } from '../saving/state.ts'
import { useSaveState, useEditingSession } from '../use-editing-session.tsx'
import { formatWhen } from '../format-when.ts'
import { useKeeper } from './history-list.tsx'
import { restoredForm } from './restored-form.ts'

interface RevisionViewProps {
  entry: HistoryEntry
  isNewest: boolean
  /** Id of the previous revision, null when none is listed. */
  before: number | null
  onClose: () => void
}

/** One revision: its changes, what a restore would change, and its text. */
export function RevisionView({ entry, isNewest, before, onClose }: RevisionViewProps) {
  const keeper = useKeeper()
  const { data: revision, isPending, refetch } = useQuery(revisionQuery(entry.id))
  if (isPending) return <Spinner label="Loading version…" />
  if (revision === undefined) {
    return <ErrorState title="Failed to load this version" onRetry={() => void refetch()} />
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
            {keeper(entry)}, {formatWhen(entry.created_at)}
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
  const restored = restoredForm(current, revision)
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
            after={restored}
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
          <ArticlePreview
            form={revision.form}
            content={revision.content}
            status={revision.status}
            createdAt={entry.created_at}
          />
        </div>
      ),
    },
  ]
  return <Tabs label="This version" items={items} selected={shown} onSelect={setShown} />
}

function Changes({ before, revision }: { before: number; revision: Revision }) {
  const { data, isPending, refetch } = useQuery(revisionQuery(before))
  if (isPending) return <Spinner />
  if (data === undefined) {
    return <ErrorState title="Failed to load the version before" onRetry={() => void refetch()} />
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
  const restored = restoredForm(current, revision)
  const isSame = restored !== null && sameForm(current, restored)
  const restore = async (text: EditorForm) => {
    setRestoring(true)
    try {
      if (await session.restoreVersion(text)) {
        showToast({
          title: 'Version restored',
          description: published
            ? 'Readers see it after Update. The text before is in the history.'
            : 'The text before is in the history.',
        })
        onClose()
        return
      }
      showToast({
        title: 'Nothing was restored',
        description: 'The text on the screen has to be saved first, and that did not succeed.',
        tone: 'destructive',
      })
    } catch {
      showToast({
        title: 'Failed to restore this version',
        description: 'Somebody may have changed the article just now. Reload the page to see it.',
        tone: 'destructive',
      })
    } finally {
      setRestoring(false)
    }
  }
  if (restored === null) return null
  if (isSame) return <p className="text-sm text-soft">The text on the screen</p>
  return (
    <Button variant="primary" isPending={isRestoring} onPress={() => void restore(restored)}>
      Restore This Version
    </Button>
  )
}
