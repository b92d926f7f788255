import { Ellipsis, Pin, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type FrontItem,
  type StoryBlock,
  blockHeading,
  HOME_PATH,
  MAX_BLOCK_TITLE,
  MAX_COUNT,
} from '../../../domain/sections/front.ts'
import type { FilledFront } from '../../../domain/sections/front-filling.ts'
import { formatNumber } from '../../../domain/text/format-number.ts'
import type { Sections } from '../../../domain/sections/section.ts'
import { CroppedPicture } from '../../components/cropped-picture.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { MoveHandle, useMovableRows } from '../../ui/layout/movable-rows.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { useSections } from '../sections.ts'
import {
  type Block,
  changeBlock,
  changeItem,
  chooseStory,
  itemsOf,
  moveItem,
  removeItem,
  storyBlocksOf,
} from './edit-blocks.ts'
import { ItemDialog } from './item-dialog.tsx'
import { StorySearch } from './story-search.tsx'
import type { BlockStory, Stories } from './stories.ts'
import { warningsOf } from './warnings.ts'

/** What the blocks of stories of a front or of a letter have in common. */
export interface StoriesProps<B extends Block> {
  /** What the blocks are a part of. */
  noun: 'page' | 'letter'
  /** All blocks, also such without stories. */
  blocks: readonly B[]
  onChange: (blocks: B[]) => void
  nameOf: (block: B) => string
  /** The page whose stories a block without a section has; the home page: of the whole magazine. */
  path: string
  /** The stories of each block at the chosen time; null while they load. */
  filled: FilledFront | null
  isFailed: boolean
  stories: Stories
  /** Whether the chosen stories have loaded: one that is missing then was deleted. */
  areChosenKnown: boolean
  /** Page views of the last days, by story; undefined where they are not known. */
  readings: ReadonlyMap<string, number> | undefined
  /** By story, the other fronts that show it. */
  otherFronts: ReadonlyMap<string, readonly string[]>
  at: Date
  /** The story that was selected on the page. */
  selected: string | null
  onSelect: (id: string | null) => void
  isReadOnly: boolean
}

interface StoriesOfBlockProps<B extends Block> extends StoriesProps<B> {
  block: B & StoryBlock
  /** The place of the block. */
  index: number
}

/** A block of stories: its settings, its stories, and the search that adds one. */
export function StoriesOfBlock<B extends Block>(props: StoriesOfBlockProps<B>) {
  const { noun, block, blocks, onChange, nameOf, isReadOnly } = props
  return (
    <>
      {block.kind === 'hero' && (
        <p className="text-sm text-soft">
          {noun === 'page'
            ? 'The story that stands large at the top of the page.'
            : 'A story with a large picture.'}
        </p>
      )}
      {!isReadOnly && <BlockFields {...props} />}
      <BlockStories {...props} />
      {!isReadOnly && (
        <StorySearch
          label={`Add a story to ${nameOf(block)}`}
          onChoose={(id) =>
            onChange(chooseStory(blocks, block.id, id, block.kind === 'hero' ? 'first' : 'last'))
          }
        />
      )}
    </>
  )
}

/** What the rule of a block fills it with. */
function ruleOf(kind: StoryBlock['kind'], path: string): string {
  switch (kind) {
    case 'hero':
      return path === HOME_PATH
        ? 'If nothing is chosen: the story marked as hero, or the newest with a picture'
        : 'If nothing is chosen: the newest with a picture'
    case 'featured':
      return 'Fill up with featured stories'
    case 'stories':
      return 'Fill up with the newest'
  }
}

/** Where the newest stories of a block come from. */
const sourcesOf = ({ all }: Sections, path: string) => [
  { id: null, label: path === HOME_PATH ? 'The whole magazine' : 'This section' },
  ...all
    .filter(({ slug }) => `/${slug}` !== path)
    .map(({ slug, title }) => ({
      id: slug,
      label: title,
    })),
]

const COUNTS = Array.from({ length: MAX_COUNT }, (_, index) => {
  const id = String(index + 1)
  return { id, label: id }
})

/** The settings of a block: its heading, how many stories it has, and its rule. */
function BlockFields<B extends Block>({
  noun,
  block,
  blocks,
  onChange,
  nameOf,
  path,
}: StoriesOfBlockProps<B>) {
  const sections = useSections()
  const change = (to: (block: StoryBlock) => StoryBlock) => onChange(changeBlock(blocks, block.id, to))
  return (
    <div className="flex flex-col gap-3">
      {block.kind === 'stories' && (
        <TextField
          label="Heading"
          value={block.title ?? ''}
          maxLength={MAX_BLOCK_TITLE}
          placeholder={
            noun === 'letter' && block.section === null
              ? 'No heading'
              : blockHeading(sections, { ...block, title: null })
          }
          onChange={(text) =>
            change((before) =>
              before.kind === 'stories' ? { ...before, title: text.trim() === '' ? null : text } : before,
            )
          }
        />
      )}
      {block.kind === 'stories' && (
        <Select
          label="Newest of"
          options={sourcesOf(sections, path)}
          value={block.section}
          onChange={(section) =>
            change((before) => (before.kind === 'stories' ? { ...before, section } : before))
          }
        />
      )}
      {block.kind !== 'hero' && (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span aria-hidden>Number of stories</span>
          <div className="w-20">
            <Select
              label={`Number of stories in ${nameOf(block)}`}
              hideLabel
              options={COUNTS}
              value={String(block.count)}
              onChange={(count) =>
                change((before) => (before.kind === 'hero' ? before : { ...before, count: Number(count) }))
              }
            />
          </div>
        </div>
      )}
      <Switch
        label={ruleOf(block.kind, path)}
        isSelected={block.by_rule}
        onChange={(by_rule) => change((before) => ({ ...before, by_rule }))}
        className="text-sm"
      />
    </div>
  )
}

/** The stories chosen for a block, and the stories that its rule adds. */
function BlockStories<B extends Block>(props: StoriesOfBlockProps<B>) {
  const { noun, block, blocks, index, onChange, nameOf, filled, isFailed, isReadOnly } = props
  const { stories, areChosenKnown, readings, otherFronts, at, selected, onSelect } = props
  const calendar = useCalendar()
  const [edited, setEdited] = useState<number | null>(null)
  const titleOf = ({ article_id, title }: FrontItem) => title ?? stories.get(article_id)?.title ?? 'A story'
  const rows = useMovableRows({
    items: block.items,
    onChange: (items) => onChange(changeBlock(blocks, block.id, (before) => ({ ...before, items }))),
    nameOf: (row) => {
      const item = block.items[row]
      return item === undefined ? '' : titleOf(item)
    },
  })
  const above = new Set(itemsOf(blocks.slice(0, index)).map(({ article_id }) => article_id))
  const byRule = (filled?.get(block.id) ?? []).filter(({ item }) => item === null)
  const editedItem = edited === null ? undefined : block.items[edited]
  const others = storyBlocksOf(blocks).filter(({ id }) => id !== block.id)

  return (
    <>
      <ol
        {...rows.list}
        aria-label={`Chosen for ${nameOf(block)}`}
        className="flex flex-col gap-1.5 empty:hidden"
      >
        {block.items.map((item, place) => {
          const story = stories.get(item.article_id) ?? null
          const isKnown = story !== null || areChosenKnown
          return (
            <li key={item.article_id}>
              <StoryRow
                story={story}
                title={titleOf(item)}
                image={item.image ?? story?.featured_image ?? null}
                isSelected={selected === item.article_id}
                views={readings?.get(item.article_id)}
                warnings={
                  isKnown
                    ? warningsOf(item, {
                        ...{ kind: block.kind, story, at },
                        isTwice: above.has(item.article_id),
                        otherFronts: otherFronts.get(item.article_id) ?? [],
                        format: (iso) => calendar.format(iso, 'dateAndTime'),
                      })
                    : []
                }
                onSelect={() => onSelect(item.article_id)}
                before={isReadOnly ? null : <MoveHandle {...rows.handle(place)} />}
                after={
                  isReadOnly ? null : (
                    <Menu
                      label={`Actions for ${titleOf(item)}`}
                      trigger={
                        <Button variant="ghost" size="icon" aria-label={`Actions for ${titleOf(item)}`}>
                          <Ellipsis aria-hidden className="size-4.5" />
                        </Button>
                      }
                      actions={[
                        {
                          id: 'edit',
                          label: noun === 'page' ? 'Title, Picture, Times…' : 'Title, Picture…',
                          onAction: () => setEdited(place),
                        },
                        ...others.map((to) => ({
                          id: to.id,
                          label: `Move to ${nameOf(to)}`,
                          onAction: () => onChange(moveItem(blocks, block.id, place, to.id)),
                        })),
                        {
                          ...{ id: 'remove', label: 'Remove', tone: 'destructive', icon: Trash2 },
                          onAction: () => onChange(removeItem(blocks, block.id, place)),
                        },
                      ]}
                    />
                  )
                }
              />
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {rows.announcement}
      </p>
      {filled === null && !isFailed && <Skeleton className="h-14" />}
      {isFailed && filled === null && (
        <p className="text-sm text-madder">The stories that the rule adds could not be loaded.</p>
      )}
      {byRule.length > 0 && (
        <ul aria-label={`Added by itself in ${nameOf(block)}`} className="flex flex-col gap-1.5">
          {byRule.map(({ id }) => {
            const story = stories.get(id) ?? null
            return (
              <li key={id}>
                <StoryRow
                  isByRule
                  story={story}
                  title={story?.title ?? 'A story'}
                  image={story?.featured_image ?? null}
                  isSelected={selected === id}
                  views={readings?.get(id)}
                  warnings={[]}
                  onSelect={() => onSelect(id)}
                  after={
                    !isReadOnly && (
                      <Button
                        variant="ghost"
                        size="sm"
                        aria-label={`Keep ${story?.title ?? 'this story'} here`}
                        onPress={() => onChange(chooseStory(blocks, block.id, id, 'last'))}
                      >
                        <Pin aria-hidden className="size-4" />
                        Keep
                      </Button>
                    )
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      {filled !== null && (filled.get(block.id) ?? []).length === 0 && (
        <p className="text-sm text-soft">{`No story stands here: the block is left out of the ${noun}.`}</p>
      )}
      {editedItem !== undefined && edited !== null && (
        <ItemDialog
          noun={noun}
          item={editedItem}
          story={stories.get(editedItem.article_id) ?? null}
          onSave={(item) => {
            onChange(changeItem(blocks, block.id, edited, item))
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function StoryRow({
  story,
  title,
  image,
  isByRule = false,
  isSelected,
  views,
  warnings,
  onSelect,
  before,
  after,
}: {
  story: BlockStory | null
  title: string
  image: string | null
  isByRule?: boolean
  isSelected: boolean
  views: number | undefined
  warnings: readonly string[]
  onSelect: () => void
  before?: ReactNode
  after?: ReactNode
}) {
  const [row, setRow] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (isSelected) row?.scrollIntoView({ block: 'nearest' })
  }, [isSelected, row])
  return (
    <div
      ref={setRow}
      aria-current={isSelected || undefined}
      onFocus={isSelected ? undefined : onSelect}
      className={`flex items-center gap-2 rounded-md border p-1.5 ${isByRule ? 'border-dashed border-rule' : 'border-rule'} ${isSelected ? 'bg-tint outline-2 -outline-offset-1 outline-prussian' : ''}`}
    >
      {before}
      {image === null ? (
        <span aria-hidden className="size-11 shrink-0 rounded-sm bg-tint" />
      ) : (
        <CroppedPicture url={image} className="size-11 shrink-0 rounded-sm" />
      )}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-sm font-semibold [overflow-wrap:anywhere]" title={title}>
          {title}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-soft">
          {isByRule && <span>Added by itself</span>}
          {story !== null && title !== story.title && <span className="line-clamp-1">{story.title}</span>}
          {views !== undefined && views > 0 && (
            <span>{`${formatNumber(views)} ${views === 1 ? 'reading' : 'readings'} in 7 days`}</span>
          )}
        </p>
        {warnings.length > 0 && (
          <ul className="text-xs font-semibold text-madder">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
      {after}
    </div>
  )
}
