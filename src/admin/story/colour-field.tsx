import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { OFFERED_COLOURS, colourName } from '../../domain/media/picture-colours.ts'
import { COLOUR_BY_PICTURE, offeredColour, storyPalette } from '../../domain/story/story-palette.ts'
import { STANDARD_THEME } from '../../domain/theme/theme.ts'
import { pictureColoursQuery } from '../data/files/picture-colours.ts'

interface ColourFieldProps {
  /** The address of the featured image. */
  url: string
  value: string | null
  onChange: (colour: string | null) => void
}

/** The colour of the page of a story: one of its featured image, or the one of the wall on it. */
export function ColourField({ url, value, onChange }: ColourFieldProps) {
  const name = useId()
  const { data, isLoadingError } = useQuery(pictureColoursQuery(url))
  const colours = data?.slice(0, OFFERED_COLOURS)
  const [first] = colours ?? []
  const shown = value === null ? null : offeredColour(value, colours ?? [])
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Colour</legend>
      {first !== undefined && (
        <div className="grid grid-cols-3 gap-1.5">
          {[null, ...(colours ?? [])].map((colour) => (
            <label
              key={colour ?? COLOUR_BY_PICTURE}
              className="flex cursor-pointer flex-col items-center gap-1 rounded-md border border-rule p-1.5 text-center text-xs text-soft hover:bg-tint has-checked:border-prussian has-checked:bg-tint has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={shown === colour}
                onChange={() => onChange(colour)}
              />
              <Swatch colour={colour ?? first} />
              {colour === null ? COLOUR_BY_PICTURE : colourName(colour)}
            </label>
          ))}
        </div>
      )}
      <p role="status" className="mt-1.5 text-xs text-soft">
        {wordsFor({ colours, isLoadingError, value, shown })}
      </p>
    </fieldset>
  )
}

/** The wall of a page and the letter band at its end. */
function Swatch({ colour }: { colour: string }) {
  const { wall, field } = storyPalette(colour, STANDARD_THEME).light
  return (
    <svg aria-hidden viewBox="0 0 40 20" className="w-full max-w-16 rounded-xs">
      <rect width={40} height={14} fill={wall} />
      <rect y={14} width={40} height={6} fill={field} />
    </svg>
  )
}

/** What is said of the choice. */
function wordsFor(field: {
  colours: readonly string[] | undefined
  isLoadingError: boolean
  value: string | null
  shown: string | null
}): string {
  const { colours, isLoadingError, value, shown } = field
  if (isLoadingError)
    return 'The colours of this picture cannot be shown here. Its page still takes one from it.'
  if (colours === undefined) return 'Reading the colours of the picture …'
  const [first] = colours
  if (first === undefined) return 'The picture has no colours: the page has those of the magazine.'
  const taken = colourName(first).toLowerCase()
  if (value !== null && shown === null)
    return `${colourName(value)} was chosen for another picture. This one does not have it, so the page is ${taken}.`
  return value === null ? `The page is ${taken}, like most of what is painted in the picture.` : ''
}
