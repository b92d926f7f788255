import { type ReactNode, useState } from 'react'
import { type ButtonProps, Button } from '../../../ui/layout/button.tsx'
import { type ConfirmDialogProps, ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

const TONES = { quiet: 'bg-dot-scheduled', attention: 'bg-dot-waiting', wrong: 'bg-dot-failed' } as const

/** A notice above the writing surface, with actions. */
export function Notice({
  tone,
  children,
  actions,
}: {
  tone: keyof typeof TONES
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <div
      role={tone === 'wrong' ? 'alert' : 'status'}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-rule bg-card px-4 py-2.5 text-sm"
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${TONES[tone]}`} />
      <p className="min-w-48 flex-1">{children}</p>
      {actions !== undefined && <span className="flex flex-wrap gap-2">{actions}</span>}
    </div>
  )
}

interface DiscardButtonProps
  extends Pick<ConfirmDialogProps, 'title' | 'onConfirm' | 'children'>, Pick<ButtonProps, 'variant'> {
  label: string
  keepLabel: string
}

/** A button of a notice that deletes something, after a confirmation dialog whose text is `children`. */
export function DiscardButton({ label, keepLabel, variant, onConfirm, ...dialog }: DiscardButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" variant={variant} onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        isOpen={isAsking}
        confirmLabel={label}
        cancelLabel={keepLabel}
        tone="destructive"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onConfirm()
        }}
      />
    </>
  )
}
