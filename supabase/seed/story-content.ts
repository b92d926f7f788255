import * as z from 'zod'
import { plainBlocks } from './plain-blocks.ts'
import { toLexical, toProseMirror } from './rich-text.ts'
import type { Story } from './stories.ts'

/** The two rich-text formats that the magazine reads. */
export type TreeKind = 'prosemirror' | 'lexical'

const textSchema = z.string().min(1)
const interactiveSchema = z.strictObject({
  type: z.literal('interactive'),
  choices: z
    .array(
      z.strictObject({
        id: textSchema,
        title: textSchema,
        description: textSchema,
        image: textSchema,
        content: textSchema,
      }),
    )
    .min(2),
})
const mixedMediaSchema = z.strictObject({
  type: z.literal('mixed-media'),
  sections: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), content: textSchema }),
      z.strictObject({
        type: z.literal('media'),
        items: z.array(
          z.strictObject({
            type: z.literal('image'),
            src: textSchema,
            alt: textSchema,
            caption: textSchema.optional(),
          }),
        ),
      }),
    ]),
  ),
})

const MEDIA_REFERENCE = /media:([a-z0-9-]+\.webp)/g

/** The picture files of a body, without duplicates. */
export function bodyPictures(body: string): string[] {
  return [...new Set(Array.from(body.matchAll(MEDIA_REFERENCE), ([, file = '']) => file))]
}

/**
 * The value of `articles.content` for a story. `media:<file>` becomes `urlOf(file)`, a rich-text story a tree of the
 * given kind. Throws an error with the story's file name when the body does not match its format.
 */
export function storyContent(story: Story, urlOf: (file: string) => string, tree: TreeKind): unknown {
  const body = story.body.replace(MEDIA_REFERENCE, (_, file: string) => urlOf(file))
  switch (story.format) {
    case 'plain':
      return body
    case 'html':
      return { html: body }
    case 'rich-text':
      return tree === 'lexical' ? toLexical(plainBlocks(body)) : toProseMirror(plainBlocks(body))
    case 'blocks':
      return { blocks: plainBlocks(body).map(toEditorBlock) }
    case 'interactive':
      return parseBody(story, body, interactiveSchema)
    case 'mixed-media':
      return parseBody(story, body, mixedMediaSchema)
  }
}

function toEditorBlock(block: ReturnType<typeof plainBlocks>[number]) {
  return block.kind === 'heading'
    ? { type: 'header', data: { text: block.text, level: block.level } }
    : { type: 'paragraph', data: { text: block.text } }
}

function parseBody(story: Story, body: string, schema: z.ZodType): unknown {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (error) {
    throw new Error(`${story.slug}.md: the body is not JSON: ${String(error)}`, { cause: error })
  }
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(`${story.slug}.md: ${z.prettifyError(result.error)}`)
  return result.data
}
