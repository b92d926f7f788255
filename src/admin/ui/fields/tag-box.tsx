import { X } from 'lucide-react'
import { type Ref, useContext, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { foldText } from '../../../domain/text/fold-text.ts'
import { Popover } from '../overlays/popover.tsx'
import { type FieldTexts, FieldLabel, FieldNotes } from './field.tsx'
import { type Option, OptionList } from './option-list.tsx'

/** A combo box for adding tags one by one: a chosen tag leaves the box at once. */
export function TagBox({
  label,
  hideLabel,
  errorMessage,
  placeholder,
  options,
  text,
  onText,
  onChoose,
  onEnter,
  emptyText = '',
  maxLength,
  inputRef,
  className = '',
}: Omit<FieldTexts, 'description'> & {
  placeholder: string
  /** The options that match the text. */
  options: readonly Option[]
  text: string
  onText: (text: string) => void
  onChoose: (id: string) => void
  /**
   * Enter without a focused option: resolves to false where it is not clear what is meant, and the list opens. Left out:
   * the first option with the text is chosen.
   */
  onEnter?: () => Promise<boolean>
  emptyText?: string
  maxLength: number
  inputRef?: Ref<HTMLInputElement>
  className?: string
}) {
  const list = useRef<ListHandle>(null)
  const chooseFirst = (): boolean => {
    const typed = foldText(text.trim())
    if (typed === '') return true
    // Until the server has answered, the options may belong to another text.
    const first = options.find((option) => foldText(option.label).includes(typed))
    if (first !== undefined) onChoose(first.id)
    return first !== undefined
  }
  const enter = async () => {
    list.current?.close()
    const isClear = onEnter === undefined ? chooseFirst() : await onEnter()
    if (!isClear) list.current?.open()
  }
  return (
    <ComboBox<Option>
      items={options}
      inputValue={text}
      onInputChange={(typed) => {
        list.current?.openWhenFound(typed.trim() !== '')
        onText(typed)
      }}
      value={null}
      onChange={(key) => {
        if (key === null) return
        list.current?.close()
        onChoose(String(key))
      }}
      allowsCustomValue={onEnter !== undefined}
      allowsEmptyCollection={emptyText !== ''}
      menuTrigger={onEnter === undefined ? 'focus' : 'input'}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      className={`flex min-w-0 flex-col gap-1.5 ${className}`}
    >
      <ListControl ref={list} found={options.map(({ id }) => id).join(' ')} />
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Input
        ref={inputRef}
        placeholder={placeholder}
        maxLength={maxLength}
        className="field px-3 py-1.5"
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            list.current?.openWhenFound(false)
            // It clears a search; a name for a new tag stays.
            if (onEnter === undefined) onText('')
          }
          // Enter chooses the focused option, if any; it never submits the form around.
          if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant')) return
          event.preventDefault()
          event.stopPropagation()
          void enter()
        }}
      />
      <FieldNotes errorMessage={errorMessage} />
      <Popover className="min-w-(--trigger-width)">
        <OptionList emptyText={emptyText} />
      </Popover>
    </ComboBox>
  )
}

interface ListHandle {
  /** Nothing when the focus has left the box. */
  open: () => void
  close: () => void
  /** Whether the list opens when options come. */
  openWhenFound: (isAwaited: boolean) => void
}

/**
 * Opens and closes the list of a TagBox. A combo box closes it on a change of its value, which here stays empty, and
 * opens it on a keystroke, before the server's results arrive. It closes it also when the page scrolls, as it does to show
 * a box that is typed into: other options open it again.
 */
function ListControl({ ref, found }: { ref: Ref<ListHandle>; found: string }) {
  const state = useContext(ComboBoxStateContext)
  const isAwaited = useRef(false)
  useImperativeHandle(
    ref,
    () => ({
      open: () => {
        if (state?.isFocused === true) state.open(null, 'input')
      },
      close: () => {
        isAwaited.current = false
        state?.close()
      },
      openWhenFound: (is) => {
        isAwaited.current = is
      },
    }),
    [state],
  )
  const open = useEffectEvent(() => {
    if (state !== null && isAwaited.current && state.isFocused && !state.isOpen) state.open(null, 'input')
  })
  useEffect(() => {
    if (found !== '') open()
  }, [found])
  return null
}

/** Chosen tags, each with a remove button; nothing when there are none. */
export function TagChips({
  label,
  tags,
  onRemove,
}: {
  label: string
  tags: readonly { id: string; name: string }[]
  onRemove: (id: string) => void
}) {
  if (tags.length === 0) return null
  return (
    <TagGroup aria-label={label} onRemove={(removed) => [...removed].forEach((id) => onRemove(String(id)))}>
      <TagList items={tags} className="flex flex-wrap gap-1.5">
        {({ id, name }) => (
          <Tag
            id={id}
            textValue={name}
            className="flex items-center gap-1 rounded-full bg-tint py-1 pr-1.5 pl-3 text-sm outline-offset-1"
          >
            {name}
            <Button
              slot="remove"
              aria-label={`Remove tag ${name}`}
              className="flex size-5 items-center justify-center rounded-full text-soft data-hovered:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  )
}
