import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { safeForm } from '../saving/editor-state.ts'
import { offerFor, type SafetyCopy } from '../saving/safety-copy.ts'
import { when } from '../when.ts'
import { useEditorState, useSitting, useSnapshot } from '../use-sitting.tsx'
import { Differences } from './differences.tsx'
import { Notice } from './notice.tsx'

/** The texts of this article that this device keeps. None is ever put on the screen unasked. */
export function Offers() {
  const offers = useSnapshot((snapshot) => snapshot.offers)
  return offers.map((copy) => <Offer key={copy.id} copy={copy} />)
}

function sentence(copy: SafetyCopy, offer: 'restore' | 'compare'): string {
  const time = when(copy.savedAt)
  if (copy.kind === 'mine') return `Your own text from ${time} is kept on this device.`
  if (copy.kind === 'theirs') return `The text you replaced ${time} is kept on this device.`
  if (offer === 'restore') return `Text from ${time} that was not saved is kept on this device.`
  return `Text from ${time} that was not saved is kept on this device. The article has been saved since then.`
}

function Offer({ copy }: { copy: SafetyCopy }) {
  const { session } = useSitting()
  const form = useEditorState((state) => state.form)
  const measured = useEditorState((state) => offerFor(copy, { ...versions(state), form: safeForm(state) }))
  const [asking, setAsking] = useState<'compare' | 'discard' | null>(null)
  const offer = measured === 'restore' ? 'restore' : 'compare'
  const close = () => setAsking(null)
  const restore = () => {
    close()
    session.restore(copy)
  }
  return (
    <Notice
      tone="quiet"
      actions={
        <>
          <Button size="sm" variant="ghost" onPress={() => setAsking('discard')}>
            Discard
          </Button>
          <Button
            size="sm"
            variant={offer === 'restore' ? 'ghost' : 'secondary'}
            onPress={() => setAsking('compare')}
          >
            Compare
          </Button>
          {offer === 'restore' && (
            <Button size="sm" onPress={restore}>
              Restore
            </Button>
          )}
        </>
      }
    >
      {sentence(copy, offer)}
      {asking === 'compare' && (
        <Dialog
          isOpen
          onClose={close}
          title="Compare the two texts"
          footer={
            <>
              <Button onPress={close}>Close</Button>
              <Button variant="primary" onPress={restore}>
                Restore This Text
              </Button>
            </>
          }
        >
          <Differences
            before={form}
            after={copy.form}
            beforeLabel="On the screen"
            afterLabel={`On this device, ${when(copy.savedAt)}`}
          />
        </Dialog>
      )}
      <ConfirmDialog
        isOpen={asking === 'discard'}
        title="Discard this text?"
        confirmLabel="Discard"
        cancelLabel="Keep It"
        tone="destructive"
        onCancel={close}
        onConfirm={() => session.discard(copy)}
      >
        The text from {when(copy.savedAt)} is removed from this device. This cannot be undone.
      </ConfirmDialog>
    </Notice>
  )
}

function versions(state: Parameters<typeof safeForm>[0]) {
  return { version: state.stored?.version ?? null, copyVersion: state.workingCopy?.version ?? null }
}
