import { useEffect, useState } from 'react'
import { FontSample } from '../../components/font-sample.tsx'

/** A sample of a font file that is not uploaded yet. */
export function LocalSample({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (url === null) return null
  return (
    <FontSample
      font={{ id: url, font_file_path: url }}
      className="truncate rounded-md bg-tint px-3 py-2 text-2xl"
    >
      Love where you live
    </FontSample>
  )
}
