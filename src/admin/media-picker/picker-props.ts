/** A picture of the library as it goes into an article. */
export interface PickedImage {
  mediaId: string
  url: string
  alt: string
  width: number | null
  height: number | null
}

export interface PickerProps {
  onClose: () => void
  title?: string
  /** Called for each chosen picture, in the order they were chosen. */
  onPick: (image: PickedImage) => void
  multiple?: boolean
  /** Files that were dropped or pasted elsewhere: the dialog opens with their upload. */
  files?: readonly File[]
}
