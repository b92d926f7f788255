import { useQuery } from '@tanstack/react-query'
import { diffArrays } from 'diff'
import type { ElementContent, RootContent } from 'hast'
import { articleType } from '../../../../domain/story/article.ts'
import type { Captions } from '../../../../domain/media/caption.ts'
import { isElement, textOf } from '../../../../domain/body/html/hast.ts'
import { colourName } from '../../../../domain/media/picture-colours.ts'
import { COLOUR_BY_PICTURE } from '../../../../domain/story/story-palette.ts'
import { OPENING_BY_PICTURE, OPENING_LABELS } from '../../../../domain/story/opening.ts'
import { textToHast } from '../../../../domain/body/content.ts'
import { storyLeaves } from '../../../../domain/body/story-parts.ts'
import type { Credit } from '../../../../domain/story/credit.ts'
import { useCreditNames } from '../../../story/credits/credit-queries.ts'
import { useAuthorName } from '../../../data/people/author-name.ts'
import { nameIn } from '../../../data/people/name-in.ts'
import { categoriesQuery } from '../../../story/categories.ts'
import { tagsOfQuery } from '../../../story/tags.ts'
import { formatDateTime } from '../../../ui/dates/format.ts'
import { type EditorForm, type Field, type FormBody, isBodyField } from '../saving/form.ts'
import { parseHtml } from '#parse-html'

interface DifferencesProps {
  before: EditorForm
  after: EditorForm
  beforeLabel: string
  afterLabel: string
}

/** Differences of two texts by field; of the body only the changed blocks. */
export function Differences({ before, after, beforeLabel, afterLabel }: DifferencesProps) {
  const words = useFieldWords(
    [...new Set([...before.tag_ids, ...after.tag_ids])],
    [...before.credits, ...after.credits],
  )
  const changed = articleType.changed(before, after)
  // A story that became one of parts has changed both.
  const fields = changed.filter((field) => field !== 'parts' || !changed.includes('html'))
  if (fields.length === 0) return <p className="text-soft">The two texts are the same.</p>
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Legend kind="removed">{beforeLabel}</Legend>
        <Legend kind="added">{afterLabel}</Legend>
      </p>
      {fields.map((field) => (
        <section key={field}>
          <h3 className="mb-1.5 text-sm font-semibold">{articleType.labels[field]}</h3>
          <Lines
            lines={
              isBodyField(field)
                ? differencesOnly(diffBodies(before, after))
                : [
                    { kind: 'removed', text: words(field, before) },
                    { kind: 'added', text: words(field, after) },
                  ]
            }
          />
        </section>
      ))}
    </div>
  )
}

const LOOK = {
  same: { sign: '', name: 'unchanged', row: 'text-soft' },
  removed: { sign: '−', name: 'first text', row: 'bg-madder/8' },
  added: { sign: '+', name: 'second text', row: 'bg-prussian/10' },
} as const

function Legend({ kind, children }: { kind: 'removed' | 'added'; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className={`flex size-5 items-center justify-center rounded-sm font-semibold ${LOOK[kind].row}`}
      >
        {LOOK[kind].sign}
      </span>
      {children}
    </span>
  )
}

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <ul className="overflow-hidden rounded-md border border-rule bg-card text-sm">
      {lines.map(({ kind, text }, index) => (
        <li key={index} className={`flex gap-2.5 px-3 py-1.5 ${LOOK[kind].row}`}>
          <span aria-hidden className="w-3 shrink-0 font-semibold">
            {LOOK[kind].sign}
          </span>
          <span className="sr-only">{LOOK[kind].name}: </span>
          <span className={`min-w-0 break-words ${kind === 'same' ? 'line-clamp-1' : ''}`}>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** A field's value for people; ids become names. */
function useFieldWords(
  tagIds: readonly string[],
  credits: readonly Credit[],
): (field: Exclude<Field, keyof FormBody>, form: EditorForm) => string {
  const authorName = useAuthorName()
  const { data: categories } = useQuery(categoriesQuery)
  const { data: tags } = useQuery(tagsOfQuery(tagIds))
  const { textOf: creditsText } = useCreditNames(credits)
  return (field, form) => {
    if (field === 'colour') return form.colour === null ? COLOUR_BY_PICTURE : colourName(form.colour)
    if (field === 'opening') return form.opening === null ? OPENING_BY_PICTURE : OPENING_LABELS[form.opening]
    if (field === 'facts')
      return form.facts.map((fact) => `${fact.label}: ${fact.value}`).join('; ') || 'None'
    if (field === 'captions') return captionWords(form.captions)
    if (field === 'credits') return creditsText(form.credits) || 'None'
    const value = form[field]
    if (typeof value === 'boolean') return value ? 'On' : 'Off'
    if (value === null || value.length === 0) return field === 'published_at' ? 'At once' : 'None'
    if (Array.isArray(value)) {
      return field === 'tag_ids'
        ? value.map((id) => nameIn(tags, id, 'Unknown tag')).join(', ')
        : `${value.length} ${value.length === 1 ? 'picture' : 'pictures'}: ${value.map(fileName).join(', ')}`
    }
    if (field === 'published_at') return formatDateTime(value)
    if (field === 'author_id') return authorName(value) || 'Another author'
    if (field === 'category_id') return nameIn(categories, value, 'Unknown category')
    return field === 'featured_image' ? fileName(value) : value
  }
}

function captionWords(captions: Captions): string {
  const words = Object.entries(captions).map(
    ([url, caption]) => `${fileName(url)}: ${caption || 'no caption'}`,
  )
  return words.join('; ') || 'Those of the library'
}

function fileName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

/** A block in a diff of two texts. A picture is shown as its alt text. */
interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** The blocks of a body as text, in order; of a story in parts also the titles, pictures and captions. */
function blocksOf({ html, parts }: FormBody): string[] {
  if (parts === null) return blocksIn(parseHtml(html ?? '').children)
  return storyLeaves(parts).flatMap(({ kind, value }) => {
    if (kind === 'text') return blocksIn(textToHast(value))
    if (value.trim() === '') return []
    return [kind === 'picture' ? `[Picture: ${value}]` : value]
  })
}

function blocksIn(nodes: readonly RootContent[]): string[] {
  return nodes.flatMap((node) => {
    if (!isElement(node) && node.type !== 'text') return []
    const words = textOf(node).replace(/\s+/g, ' ').trim()
    return [...picturesIn(node), ...(words === '' ? [] : [words])]
  })
}

function picturesIn(node: ElementContent): string[] {
  if (!isElement(node)) return []
  if (node.tagName === 'img') return [`[Picture: ${String(node.properties.alt || node.properties.src)}]`]
  return node.children.flatMap(picturesIn)
}

/** Block diff of two bodies. */
export function diffBodies(before: FormBody, after: FormBody): DiffLine[] {
  return diffArrays(blocksOf(before), blocksOf(after)).flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    return value.map((text) => ({ kind, text }) as const)
  })
}

/** The changed blocks, each with the unchanged block before it for orientation. */
export function differencesOnly(lines: readonly DiffLine[]): DiffLine[] {
  return lines.filter(({ kind }, index) => {
    const next = lines[index + 1]
    return kind !== 'same' || (next !== undefined && next.kind !== 'same')
  })
}
