import type { ComponentProps } from 'react'
import { lazyPart } from '../ui/layout/lazy-part.tsx'

const OpenPicker = lazyPart(async () => (await import('./open-picker.tsx')).OpenPicker)

/** Chooses pictures of the media library, or uploads new ones first. Its code is loaded when it is first opened. */
export function MediaPickerDialog({
  isOpen,
  ...picker
}: ComponentProps<typeof OpenPicker> & { isOpen: boolean }) {
  return isOpen ? <OpenPicker {...picker} /> : null
}
