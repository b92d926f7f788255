import { Card } from '../../../ui/card.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { HistoryButton } from '../history/history-button.tsx'
import { useSaveState, useField, useEditingSession } from '../use-editing-session.tsx'

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
