import { lazy, Suspense } from 'react'
import type { PickerProps } from './picker-props.ts'

const OpenPicker = lazy(async () => {
  const { OpenPicker } = await import('./open-picker.tsx')
  return { default: OpenPicker }
})

/** Chooses pictures of the media library, or uploads new ones first. Its script comes when it is first opened. */
export function MediaPickerDialog({ isOpen, ...picker }: PickerProps & { isOpen: boolean }) {
  if (!isOpen) return null
  return (
    <Suspense>
      <OpenPicker {...picker} />
    </Suspense>
  )
}
