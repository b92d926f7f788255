import { useState } from 'react'
import { cleanSvg, inTextColour, svgFile } from '../../../domain/media/svg.ts'
import { FileButton } from '../../media-picker/file-button.tsx'
import { MediaPickerDialog } from '../../media-picker/media-picker-dialog.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'

const NO_SQUARE = 'An icon is as wide as it is high.'

/** Whether a tenth at most is missing for a square. A picture whose size is not known may be one. */
function isNearSquare({ width, height }: { width: number | null; height: number | null }): boolean {
  if (width === null || height === null) return true
  return Math.min(width, height) / Math.max(width, height) >= 0.9
}

/** One mark: what is chosen, and the buttons that choose another. */
export function MarkCard({
  title,
  use,
  standard,
  value,
  takesDrawings = true,
  isDark = false,
  isSquare = false,
  isDisabled,
  onChange,
}: {
  title: string
  /** Where it is seen. */
  use: string
  /** What stands there when nothing is chosen, as the label of the button that goes back to it: 'The Name in Letters'. */
  standard: string
  /** A stored mark: domain/site/branding.ts. */
  value: string | null
  takesDrawings?: boolean
  /** Whether it is for dark pages. */
  isDark?: boolean
  /** Whether it has to be a square, in its own colours. */
  isSquare?: boolean
  isDisabled: boolean
  onChange: (value: string | null) => void
}) {
  const [isPicking, setPicking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (mark: string | null) => {
    setProblem(null)
    onChange(mark)
  }
  const readDrawing = async (file: File | undefined) => {
    if (file === undefined) return
    const cleaned = cleanSvg(await file.text())
    if ('problem' in cleaned) setProblem(`“${file.name}” is not used. ${cleaned.problem}`)
    else if (!isSquare) choose(inTextColour(cleaned.svg))
    else if (isNearSquare(cleaned)) choose(cleaned.svg)
    else setProblem(`“${file.name}” is not used. ${NO_SQUARE}`)
  }
  return (
    <Card title={title}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-xs text-soft">{use}</p>
        {value !== null && <ShownMark value={value} title={title} isDark={isDark} />}
        {value?.includes('currentColor') === true && (
          <p className="text-xs text-soft">
            A drawing in one grey alone: pages show it in the colour of their text, in light and in dark.
          </p>
        )}
        {problem !== null && (
          <p role="alert" className="text-sm text-madder">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" isDisabled={isDisabled} onPress={() => setPicking(true)}>
            Choose a Picture
          </Button>
          {takesDrawings && (
            <FileButton
              kinds={['.svg']}
              single
              size="sm"
              isDisabled={isDisabled}
              onFiles={([file]) => void readDrawing(file)}
            >
              Upload an SVG
            </FileButton>
          )}
          {value !== null && (
            <Button size="sm" variant="ghost" isDisabled={isDisabled} onPress={() => choose(null)}>
              {standard}
            </Button>
          )}
        </div>
      </div>
      <MediaPickerDialog
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        onPick={(picture) => {
          if (isSquare && !isNearSquare(picture)) setProblem(`This picture is not used. ${NO_SQUARE}`)
          else choose(picture.url)
        }}
      />
    </Card>
  )
}

/** A mark on the ground of a page. */
function ShownMark({ value, title, isDark }: { value: string; title: string; isDark: boolean }) {
  const isDrawing = value.startsWith('<')
  // As an image: a drawing has no part in this page.
  const [ground, text] = isDark ? ['#161616', '#f2f2f2'] : ['#ffffff', '#161616']
  const drawing = svgFile(value).replace('<svg', `<svg color="${text}"`)
  return (
    <div
      className="flex h-28 w-full items-center justify-center rounded-md border border-edge p-4"
      style={{ background: ground }}
    >
      <img
        src={isDrawing ? `data:image/svg+xml,${encodeURIComponent(drawing)}` : value}
        alt={title}
        className="size-full object-contain"
      />
    </div>
  )
}
