import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useSaveState } from '../use-editing-session.tsx'

const HistoryDialog = lazy(async () => {
  const { HistoryDialog } = await import('./history-dialog.tsx')
  return { default: HistoryDialog }
})

/** Button that opens the history; hidden for an unsaved article. */
export function HistoryButton() {
  const articleId = useSaveState((state) => state.saved?.id ?? null)
  const [isOpen, setOpen] = useState(false)
  if (articleId === null) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <History aria-hidden className="size-4" />
        History
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <HistoryDialog articleId={articleId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
