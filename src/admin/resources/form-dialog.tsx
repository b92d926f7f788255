import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/layout/button.tsx'
import { type DialogProps, Dialog } from '../ui/overlays/dialog.tsx'
import { FormError } from '../ui/fields/form-error.tsx'
import { useFormSend } from '../ui/keys/use-one-at-a-time.ts'
import { DiscardDialog } from './leave-guard.tsx'

/** Gives the focus back to the field that a form had it in, when the form is no longer `inert`. */
export function useFocusAfterInert(isInert: boolean): void {
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isInert) focused.current = document.activeElement
    else if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus()
  }, [isInert])
}

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'size'> {
  saveLabel: string
  pendingLabel?: string
  /** There are unsaved changes: closing the dialog and leaving the screen need a confirmation. */
  isDirty: boolean
  isPending: boolean
  /** A required field is empty. */
  isDisabled?: boolean
  failure?: string | null
  /** Beside the buttons. */
  note?: ReactNode
  onSubmit: () => Promise<unknown>
  /** Called before the dialog closes without saving. */
  onDiscard?: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a dialog, with Cancel and one primary button. Unsaved changes are discarded only after a confirmation.
 * While it saves it cannot be closed: `onClose` after the save would close the dialog opened since.
 */
export function FormDialog({
  title,
  size = 'sm',
  saveLabel,
  pendingLabel = 'Saving…',
  isDirty,
  isPending,
  isDisabled = false,
  failure = null,
  note,
  onSubmit,
  onDiscard,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId()
  useFocusAfterInert(isPending)
  const send = useFormSend(onSubmit)
  const [isAsking, setAsking] = useState(false)
  const leaving = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const close = () => (isDirty ? setAsking(true) : onClose())

  return (
    <>
      <Dialog
        isOpen
        title={title}
        size={size}
        onClose={close}
        isDismissable={!isPending}
        footer={
          <>
            <div className="min-w-0 flex-1 basis-full empty:hidden">
              <FormError message={failure} />
            </div>
            <div className="mr-auto flex min-h-9 items-center empty:hidden max-sm:order-last">{note}</div>
            <Button onPress={close} isDisabled={isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              isPending={isPending}
              isDisabled={isDisabled}
            >
              {isPending ? pendingLabel : saveLabel}
            </Button>
          </>
        }
      >
        {/* What is typed while it is saved would not be in it. */}
        <form id={formId} inert={isPending} noValidate className="flex flex-col gap-4" onSubmit={send}>
          {children}
        </form>
      </Dialog>
      <DiscardDialog
        isOpen={isAsking || leaving.status === 'blocked'}
        onConfirm={() => {
          setAsking(false)
          onDiscard?.()
          if (leaving.status === 'blocked') leaving.proceed()
          else onClose()
        }}
        onCancel={() => {
          setAsking(false)
          if (leaving.status === 'blocked') leaving.reset()
        }}
      >
        <p>What you have typed here has not been saved.</p>
      </DiscardDialog>
    </>
  )
}
