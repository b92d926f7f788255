import { useEffect, useState } from 'react'
import { FontSample } from '../../components/font-sample.tsx'

/** A sample of a font file that is not uploaded yet. Give it the file as key. */
export function LocalSample({ file }: { file: File }) {
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <FontSample
      font={{ id: url, font_file_path: url }}
      className="truncate rounded-md bg-tint px-3 py-2 text-2xl"
    >
      Love where you live
    </FontSample>
  )
}
