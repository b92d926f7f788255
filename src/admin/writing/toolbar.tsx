import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import {
  type LucideIcon,
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  MessageSquarePlus,
  Quote,
  Underline,
} from 'lucide-react'
import { Group } from 'react-aria-components/Group'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Toolbar } from 'react-aria-components/Toolbar'
import { wordCount } from '../../domain/story/read-time.ts'
import { Button } from '../ui/layout/button.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import {
  type Shortcut,
  ariaKeyShortcuts,
  EDITOR_SHORTCUTS,
  headingShortcut,
  shortcutText,
} from '../ui/keys/shortcuts.ts'
import { lengthLabel } from './blocks/length-label.ts'
import { InsertMenu } from './blocks/insert-menu.tsx'
import type { BlockDialogs } from './blocks/insertable-blocks.ts'
import { perBlock } from './blocks/per-block.ts'
import { TableMenu } from './blocks/table-menu.tsx'

interface Action {
  shortcut: Shortcut
  icon: LucideIcon
  isOn: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

/** An action on one kind of block or mark; `node` is its name in the schema. */
function action(
  shortcut: Shortcut,
  icon: LucideIcon,
  node: string,
  run: (chain: ChainedCommands) => ChainedCommands,
  attributes = {},
): Action {
  return {
    ...{ shortcut, icon },
    isOn: (editor) => editor.isActive(node, attributes),
    run: (editor) => run(editor.chain().focus()).run(),
  }
}

function heading(level: 1 | 2 | 3, icon: LucideIcon): Action {
  const attributes = { level }
  return action(
    headingShortcut(level),
    icon,
    'heading',
    (chain) => chain.toggleHeading(attributes),
    attributes,
  )
}

const GROUPS: readonly (readonly Action[])[] = [
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    action(EDITOR_SHORTCUTS.bold, Bold, 'bold', (chain) => chain.toggleBold()),
    action(EDITOR_SHORTCUTS.italic, Italic, 'italic', (chain) => chain.toggleItalic()),
    action(EDITOR_SHORTCUTS.underline, Underline, 'underline', (chain) => chain.toggleUnderline()),
  ],
  [
    action(EDITOR_SHORTCUTS.quote, Quote, 'blockquote', (chain) => chain.toggleBlockquote()),
    {
      ...action(EDITOR_SHORTCUTS.code, Code, 'code', (chain) => chain.toggleCode()),
      isOn: (editor) => editor.isActive('code') || editor.isActive('codeBlock'),
    },
    action(EDITOR_SHORTCUTS.bulletList, List, 'bulletList', (chain) => chain.toggleBulletList()),
    action(EDITOR_SHORTCUTS.numberedList, ListOrdered, 'orderedList', (chain) => chain.toggleOrderedList()),
  ],
]

const BUTTON =
  'flex size-8 shrink-0 items-center justify-center rounded-md text-ink/80 @lg:size-7.5 @2xl:size-9 transition-colors duration-200 data-hovered:bg-tint data-selected:bg-tint data-selected:text-ink data-disabled:opacity-40'
const GROUP =
  "flex items-center gap-0.5 not-first:ml-1 not-first:pl-1 not-first:before:mr-1 not-first:before:-ml-1 @2xl:not-first:ml-2 @2xl:not-first:pl-2 @2xl:not-first:before:mr-2 @2xl:not-first:before:-ml-2 not-first:before:h-5 not-first:before:w-px not-first:before:bg-rule not-first:before:content-['']"

/**
 * The twelve actions: one stop of the Tab key, arrow keys between them; then the menus of blocks and of tables. The text
 * keeps its selection.
 */
export function FormattingToolbar({
  editor,
  controls,
  onLink,
  onImage,
  onEmbed,
  onComment,
}: BlockDialogs & {
  editor: Editor
  /** The id of the text. */
  controls: string
  onLink: () => void
  /** Absent where nothing can be commented on. */
  onComment?: (() => void) | undefined
}) {
  const groups: typeof GROUPS = [
    ...GROUPS,
    [
      {
        shortcut: EDITOR_SHORTCUTS.link,
        icon: Link,
        isOn: (current) => current.isActive('link'),
        run: onLink,
      },
      {
        shortcut: EDITOR_SHORTCUTS.image,
        icon: ImagePlus,
        isOn: (current) => current.isActive('figure'),
        run: onImage,
      },
    ],
  ]
  const on: Readonly<Record<string, boolean>> = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      Object.fromEntries(groups.flat().map(({ shortcut, isOn }) => [shortcut.name, isOn(current)])),
  })

  return (
    <div className="sticky top-(--toolbar-top) z-10 flex items-center justify-between gap-2 rounded-t-lg border-b border-rule bg-card px-3 py-2">
      <Toolbar
        aria-label="Formatting"
        aria-controls={controls}
        className="toolbar-scroll -m-1 flex min-w-0 [scrollbar-width:none] overflow-x-auto p-1 @min-[47.5rem]:shrink-0"
      >
        {groups.map((actions, index) => (
          <Group key={index} className={GROUP}>
            {actions.map(({ shortcut, icon: Icon, run }) => (
              <Tooltip
                key={shortcut.name}
                text={`${shortcut.name} (${shortcutText(shortcut)})`}
                placement="bottom"
              >
                <ToggleButton
                  aria-label={shortcut.name}
                  aria-keyshortcuts={ariaKeyShortcuts(shortcut)}
                  isSelected={on[shortcut.name] ?? false}
                  onChange={() => run(editor)}
                  preventFocusOnPress
                  className={BUTTON}
                >
                  <Icon aria-hidden className="size-4.5" />
                </ToggleButton>
              </Tooltip>
            ))}
          </Group>
        ))}
      </Toolbar>
      <div className="mr-auto flex">
        <InsertMenu editor={editor} onImage={onImage} onEmbed={onEmbed} />
        <TableMenu editor={editor} />
        {onComment !== undefined && (
          <Tooltip
            text={`${EDITOR_SHORTCUTS.comment.name} (${shortcutText(EDITOR_SHORTCUTS.comment)})`}
            placement="bottom"
          >
            <Button
              variant="ghost"
              size="icon"
              aria-label={EDITOR_SHORTCUTS.comment.name}
              aria-keyshortcuts={ariaKeyShortcuts(EDITOR_SHORTCUTS.comment)}
              preventFocusOnPress
              onPress={onComment}
              className="size-8! text-ink/80 @2xl:size-9!"
            >
              <MessageSquarePlus aria-hidden className="size-4.5" />
            </Button>
          </Tooltip>
        )}
      </div>
      <TextLength editor={editor} />
    </div>
  )
}

const blockWords = perBlock((block) => wordCount(block.textBetween(0, block.content.size, ' ')))

function TextLength({ editor }: { editor: Editor }) {
  const words = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      state.doc.children.reduce((sum, block) => sum + blockWords(block), 0),
  })
  return (
    <p className="hidden text-right text-sm leading-tight text-soft @min-[47.5rem]:block">
      {lengthLabel(words)}
    </p>
  )
}
