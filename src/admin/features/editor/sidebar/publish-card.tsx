import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useSaveState, useField, useEditingSession } from '../use-editing-session.ts'

const HistoryDialog = lazyPart(async () => (await import('../history/history-dialog.tsx')).HistoryDialog)

/** Featured, the publish date and auto-save. A contributor neither features nor publishes. */
export function PublishCard() {
  const { session, isEditor } = useEditingSession()
  const featured = useField('featured')
  const publishedAt = useField('published_at')
  const autoSave = useSaveState((state) => state.autoSave)
  return (
    <Card title="Publish Settings">
      <div className="flex flex-col gap-3.5">
        {isEditor && <Switch label="Featured Article" isSelected={featured.value} onChange={featured.set} />}
        {isEditor ? (
          <DateTimeField
            label="Publish Date"
            hideLabel
            value={publishedAt.value}
            onChange={publishedAt.set}
            emptyText="Publish immediately"
          />
        ) : (
          <p className="text-sm text-soft">An editor publishes the article once you have submitted it.</p>
        )}
        <Switch
          label="Auto-save"
          isSelected={autoSave}
          onChange={(on) => session.dispatch({ type: 'set-auto-save', on })}
        />
        <HistoryButton />
      </div>
    </Card>
  )
}

/** Opens the history; absent for an article that was never saved. */
function HistoryButton() {
  const articleId = useSaveState((state) => state.saved?.id ?? null)
  const [isOpen, setOpen] = useState(false)
  if (articleId === null) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <History aria-hidden className="size-4" />
        History
      </Button>
      {isOpen && <HistoryDialog articleId={articleId} onClose={() => setOpen(false)} />}
    </>
  )
}
