import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type LetterBlock, LETTER_LIMITS } from '../../../domain/letters/letter.ts'
import { HOME_PATH, hasStories } from '../../../domain/sections/front.ts'
import { PictureField } from '../../media-picker/picture-field.tsx'
import { BlockList } from '../../story/blocks/block-list.tsx'
import { itemsOf } from '../../story/blocks/edit-blocks.ts'
import { type StoriesProps, StoriesOfBlock } from '../../story/blocks/stories-of-block.tsx'
import { chosenStoriesQuery, filledAt, knownStories, suppliesQuery } from '../../story/blocks/stories.ts'
import { useSections } from '../../story/sections.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useNow } from '../../ui/keys/use-now.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { BodyEditor } from '../../writing/body-editor.tsx'
import { Body } from '../../writing/body.ts'
import { type LetterBlockKind, BLOCK_LABELS, newBlock, withBlock } from './edit-letter.ts'

const KINDS = Object.keys(BLOCK_LABELS) as LetterBlockKind[]
const NO_FRONTS: ReadonlyMap<string, readonly string[]> = new Map()
/** What was chosen by an address and a description. */
const MAX_ADDRESS = 2000
const MAX_WORDS = 1000

/** What a block is called: a heading that somebody wrote, else its kind. */
function nameOf(block: LetterBlock): string {
  return (block.kind === 'stories' && block.title?.trim()) || BLOCK_LABELS[block.kind]
}

/** The blocks of a letter in their order, with a menu that adds one. */
export function LetterBlocks({
  blocks,
  onChange,
  revision,
}: {
  blocks: readonly LetterBlock[]
  onChange: (blocks: LetterBlock[]) => void
  /** Changes when texts were replaced from outside their editors. */
  revision: number
}) {
  const sections = useSections()
  const now = useNow([])
  const [selected, setSelected] = useState<string | null>(null)
  /** To the minute, so that the stories are asked for once a minute at most. */
  const at = new Date(Math.ceil(now.getTime() / 60_000) * 60_000)
  const chosen = useQuery(
    chosenStoriesQuery([...new Set(itemsOf(blocks).map(({ article_id }) => article_id))].sort()),
  )
  const supplies = useQuery(suppliesQuery(sections, blocks, HOME_PATH, at.toISOString()))
  const stories = knownStories(supplies.data, chosen.data)
  const ofStories: StoriesProps<LetterBlock> = {
    ...{ noun: 'letter', path: HOME_PATH, blocks, onChange, nameOf, stories, selected, at },
    filled: supplies.data
      ? filledAt(sections, blocks, HOME_PATH, at.getTime(), stories, supplies.data)
      : null,
    isFailed: supplies.isLoadingError,
    areChosenKnown: chosen.isSuccess,
    readings: undefined,
    otherFronts: NO_FRONTS,
    onSelect: setSelected,
    isReadOnly: false,
  }
  const change = (block: LetterBlock) => onChange(withBlock(blocks, block))
  return (
    <>
      {blocks.length === 0 && (
        <p className="w-full rounded-lg border border-dashed border-rule p-4 text-sm text-soft">
          Nothing is in this letter yet.
        </p>
      )}
      <BlockList blocks={blocks} onChange={onChange} nameOf={nameOf} isReadOnly={false}>
        {(block, index) =>
          hasStories(block) ? (
            <StoriesOfBlock {...ofStories} block={block} index={index} />
          ) : (
            <BlockFields block={block} onChange={change} revision={revision} />
          )
        }
      </BlockList>
      {blocks.length < LETTER_LIMITS.blocks && (
        <Menu
          label="Add a block"
          placement="top"
          trigger={
            <Button>
              <Plus aria-hidden className="size-4" />
              Add Block
            </Button>
          }
          actions={KINDS.map((kind) => ({
            id: kind,
            label: BLOCK_LABELS[kind],
            onAction: () => onChange([...blocks, newBlock(kind)]),
          }))}
        />
      )}
    </>
  )
}

function BlockFields({
  block,
  onChange,
  revision,
}: {
  block: Exclude<LetterBlock, { items: unknown }>
  onChange: (block: LetterBlock) => void
  revision: number
}) {
  switch (block.kind) {
    case 'text':
      return (
        <div className="@container rounded-md border border-edge">
          <BodyEditor
            id={`letter-text-${block.id}`}
            body={new Body(block.html)}
            revision={revision}
            stored={{ html: block.html }}
            placeholder="What you write to your readers…"
            isCompact
            onChange={({ html }) => onChange({ ...block, html })}
          />
        </div>
      )
    case 'picture':
      return (
        <div className="flex flex-col gap-3">
          <PictureField
            label="Picture"
            value={block.image}
            onPick={({ url, alt }) => onChange({ ...block, image: url, alt: block.alt || alt })}
            onRemove={() => onChange({ ...block, image: '' })}
          />
          <TextField
            label="What It Shows"
            description="Read aloud, and shown where a mail program loads no pictures."
            value={block.alt}
            maxLength={MAX_WORDS}
            onChange={(alt) => onChange({ ...block, alt })}
          />
          <TextField
            label="Caption"
            value={block.caption}
            maxLength={MAX_WORDS}
            onChange={(caption) => onChange({ ...block, caption })}
          />
          <AddressField value={block.href} onChange={(href) => onChange({ ...block, href })} />
        </div>
      )
    case 'button':
      return (
        <div className="flex flex-col gap-3">
          <TextField
            label="Label"
            placeholder="Read the December issue"
            value={block.label}
            maxLength={LETTER_LIMITS.label}
            onChange={(label) => onChange({ ...block, label })}
          />
          <AddressField value={block.href} onChange={(href) => onChange({ ...block, href })} />
        </div>
      )
  }
}

function AddressField({ value, onChange }: { value: string; onChange: (href: string) => void }) {
  return (
    <TextField
      label="Leads to"
      placeholder="https:// or /about"
      inputMode="url"
      spellCheck="false"
      value={value}
      maxLength={MAX_ADDRESS}
      onChange={(text) => onChange(text.trim())}
    />
  )
}
