import type { Page, PageForm } from '../../../domain/page.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime } from '../../ui/local-date-time.ts'
import { RenderedArticleBody } from '../../components/rendered-article-body.tsx'
import { differingFields, formOf } from './page-form.ts'

/** Asks what is to become of two texts when somebody else saved the page in between. Nothing is written unasked. */
export function PageConflictDialog({
  theirs,
  mine,
  isPending,
  onTheirs,
  onMine,
  onLater,
}: {
  theirs: Page
  mine: PageForm
  isPending: boolean
  onTheirs: () => void
  onMine: () => void
  onLater: () => void
}) {
  const fields = differingFields(formOf(theirs), mine)
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onLater}
      title="Someone else saved this page"
      footer={
        <>
          <Button variant="ghost" onPress={onLater}>
            Keep Editing
          </Button>
          <Button onPress={onTheirs}>Take Theirs, Drop Mine</Button>
          <Button variant="primary" isPending={isPending} onPress={onMine}>
            Overwrite with My Text
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {`It was saved ${formatDateTime(theirs.updated_at)}, after you had opened it. Your text has not been saved. `}
          {fields.length === 0
            ? 'The two are the same.'
            : `They differ in: ${new Intl.ListFormat('en-GB').format(fields)}.`}
        </p>
        <section aria-label="Their text" className="rounded-md border border-rule bg-card p-4">
          <p className="mb-2 text-xs text-soft">Their text</p>
          <h3 className="mb-3 font-serif text-2xl tracking-[-0.02em] [overflow-wrap:anywhere]">
            {theirs.title}
          </h3>
          <RenderedArticleBody content={theirs.content} />
        </section>
      </div>
    </Dialog>
  )
}
