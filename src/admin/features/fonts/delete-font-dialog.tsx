import type { Font } from '../../../domain/font.ts'
import { describeError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDeleteFont } from './data/change-fonts.ts'

/** Asks before a font is deleted, and says where the site uses it. The error stands in the toast's title. */
export function DeleteFontDialog({
  font,
  uses,
  onClose,
}: {
  font: Font
  uses: readonly string[]
  onClose: () => void
}) {
  const { id: userId } = useProfile()
  const deletion = useDeleteFont(userId)
  const remove = () =>
    deletion.mutate(font, {
      onSuccess: () => {
        showToast({ title: 'Font deleted successfully' })
        onClose()
      },
      onError: (error) =>
        showToast({
          title: `Delete failed: ${describeError(error, { network: 'No connection' })}`,
          tone: 'destructive',
        }),
    })
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to delete this font?"
      confirmLabel={uses.length > 0 ? 'Delete Anyway' : 'Delete'}
      tone="destructive"
      isPending={deletion.isPending}
      onConfirm={remove}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-2">
        <p className="break-words">
          <strong>{font.font_name}</strong> cannot be brought back.
        </p>
        {uses.length > 0 ? (
          <p className="text-sm font-semibold text-brick">
            Global Styles use it as {uses.join(' and ')} font. The site then goes back to its own there.
          </p>
        ) : (
          <p className="text-sm text-soft">Global Styles do not use it.</p>
        )}
      </div>
    </ConfirmDialog>
  )
}
