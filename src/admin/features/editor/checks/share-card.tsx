import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { textOf } from '../../../../domain/body/html/hast.ts'
import { clip, storyMeta } from '../../../../domain/site/seo.ts'
import { CARD, TITLE_TRACKING, setTitle, textWidth } from '../../../../domain/social-card/layout.ts'
import { type Line, titleWords } from '../../../../domain/social-card/line-breaks.ts'
import { COLOURS } from '../../../../magazine/colours.ts'
import { CroppedPicture } from '../../../components/cropped-picture.tsx'
import { categoriesQuery } from '../../../story/categories.ts'
import { mediaAtQuery } from '../../../data/files/media-at.ts'
import type { CheckedText } from '../../../story/checks/checked-story.ts'
import { siteName } from '../../../site-name.ts'

const ROMAN = "'Newsreader'"
const LABEL = "'Instrument Sans'"
/** The size in which texts are measured, in pixels: browsers round the widths of smaller letters. */
const MEASURED = 1000

/** The card of a shared link, about as the publisher draws it, with the title and the description beside it. */
export function ShareCard({ text: { form, body } }: { text: CheckedText }) {
  const { data: file } = useQuery(mediaAtQuery(form.featured_image ?? ''))
  const title = form.title.trim() || 'Untitled Article'
  // Of a picture that is not in the library no copy is made.
  const picture = form.featured_image !== null && file ? form.featured_image : null
  const meta = storyMeta({
    title,
    metaTitle: form.meta_title,
    metaDescription: form.meta_description,
    excerpt: form.excerpt,
    beginning: () => body.map(({ tree }) => textOf(tree).trim())[0] ?? '',
  })
  return (
    <figure className="max-w-md overflow-hidden rounded-md border border-rule">
      <div className="relative">
        <DrawnCard
          title={title}
          emphasis={form.title_emphasis || null}
          categoryId={form.category_id}
          hasPicture={picture !== null}
        />
        {picture !== null && (
          <span
            className="absolute inset-y-0 right-0"
            style={{ width: `${(CARD.picture / CARD.width) * 100}%` }}
          >
            <CroppedPicture url={picture} thumbnail={null} className="size-full" />
          </span>
        )}
      </div>
      <figcaption className="border-t border-rule px-3 py-2 text-sm [overflow-wrap:anywhere]">
        <p className="font-semibold">{meta.title}</p>
        <p className="line-clamp-2 text-soft">{clip(meta.description, 160)}</p>
        <p className="mt-1 text-xs text-soft">
          About as a shared link will look.
          {picture !== null && ' The card will have the colours of its picture.'}
        </p>
      </figcaption>
    </figure>
  )
}

/** The words of the card. */
function DrawnCard({
  title,
  emphasis,
  categoryId,
  hasPicture,
}: {
  title: string
  emphasis: string | null
  categoryId: string | null
  hasPicture: boolean
}) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  useTypefaces()
  const width = textWidth(hasPicture)
  const { margin, category, name } = CARD
  const section = categories.find(({ id }) => id === categoryId)
  const site = siteName().toLowerCase()
  const { size, lines } = setTitle(titleWords(title, emphasis), width, measureTitle)
  const label = section?.name.toUpperCase() ?? ''
  const labelSize = fitted(label, `600 ${MEASURED}px ${LABEL}`, category, width)
  const nameSize = fitted(site, `400 ${MEASURED}px ${ROMAN}`, name, width)
  return (
    <svg
      viewBox={`0 0 ${CARD.width} ${CARD.height}`}
      role="img"
      aria-label={`Share card: ${title}`}
      className="block w-full [text-rendering:geometricPrecision]"
    >
      <rect width="100%" height="100%" fill={COLOURS.paper} />
      {section && (
        <>
          <circle cx={category.dot.x} cy={category.dot.y} r={category.dot.radius} fill={section.color} />
          <text
            x={category.x}
            y={category.baseline}
            fill={COLOURS.prussian}
            style={{ font: `600 ${labelSize}px ${LABEL}`, letterSpacing: `${category.tracking}em` }}
          >
            {label}
          </text>
        </>
      )}
      {lines.map(({ line, baseline }) => (
        <text
          key={baseline}
          x={margin}
          y={baseline}
          fill={COLOURS.ink}
          style={{ font: `400 ${size}px ${ROMAN}`, letterSpacing: `${TITLE_TRACKING}em`, whiteSpace: 'pre' }}
        >
          {line.map(({ text, emphasis: isEmphasised }, index) => (
            <tspan key={index} {...(isEmphasised ? { fontStyle: 'italic', fontWeight: 300 } : {})}>
              {text}
            </tspan>
          ))}
        </text>
      ))}
      <path d={`M${margin} ${CARD.line}H${margin + width}`} stroke={COLOURS.rule} strokeWidth="1.5" />
      <text
        x={margin}
        y={name.baseline}
        fill={COLOURS.ink}
        style={{ font: `400 ${nameSize}px ${ROMAN}`, letterSpacing: `${name.tracking}em` }}
      >
        {site}
        <tspan fill={COLOURS.madder}>.</tspan>
      </text>
    </svg>
  )
}

/** Renders anew when the typefaces are there: until then the browser measures others. */
function useTypefaces(): void {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    const faces = [`400 72px ${ROMAN}`, `italic 300 72px ${ROMAN}`, `600 72px ${LABEL}`]
    Promise.all(faces.map((face) => document.fonts.load(face))).then(
      () => setLoaded(true),
      // They stay the others.
      () => undefined,
    )
  }, [])
}

let canvas: CanvasRenderingContext2D | null = null

/** The width of a text, in em; `font` is of MEASURED pixels. */
function measureText(text: string, font: string, tracking: number): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (canvas === null) return 0
  canvas.font = font
  return canvas.measureText(text).width / MEASURED + text.length * tracking
}

function measureTitle(line: Line): number {
  return line.reduce((sum, { text, emphasis }) => {
    const font = emphasis ? `italic 300 ${MEASURED}px ${ROMAN}` : `400 ${MEASURED}px ${ROMAN}`
    return sum + measureText(text, font, TITLE_TRACKING)
  }, 0)
}

/** The size of a text, smaller where it would not fit beside the dot on the card. */
function fitted(
  text: string,
  font: string,
  { size, tracking }: { size: number; tracking: number },
  width: number,
): number {
  return size * Math.min(1, (width - 28) / (measureText(text, font, tracking) * size || 1))
}
