import { useContext, useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { ComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox'
import { FieldLabel, FieldNotes, type FieldTexts } from './field.tsx'
import { OptionList, type Option } from './option-list.tsx'
import { Popover } from './popover.tsx'

/** A box in which one tag after the other is found; what is chosen leaves it at once. */
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
  inputRef,
  className = '',
}: Omit<FieldTexts, 'description'> & {
  placeholder: string
  /** Those that fit the text. */
  options: readonly Option[]
  text: string
  onText: (text: string) => void
  onChoose: (id: string) => void
  /** Enter, while no option is under the arrow keys. */
  onEnter?: () => void
  emptyText?: string
  inputRef?: Ref<HTMLInputElement>
  className?: string
}) {
  const list = useRef<ListHandle>(null)
  return (
    <ComboBox<Option>
      items={options}
      inputValue={text}
      onInputChange={(typed) => {
        list.current?.await(typed.trim() !== '')
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
      <ListControl ref={list} hasOptions={options.length > 0} />
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Input
        ref={inputRef}
        placeholder={placeholder}
        maxLength={120}
        className="field px-3 py-1.5"
        onKeyDown={(event) => {
          // A search that is given up; a name for a new tag stays.
          if (event.key === 'Escape' && onEnter === undefined) onText('')
          // With an option under the arrow keys, Enter takes that option; it never sends the form around.
          if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant')) return
          event.preventDefault()
          event.stopPropagation()
          list.current?.close()
          onEnter?.()
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
  close: () => void
  /** Whether what was typed is to open the list, however late its options come. */
  await: (isAwaited: boolean) => void
}

/**
 * Nothing stays chosen in the box, so that it does not close its list by itself; and it opens the list only with a
 * keystroke, while what the server finds comes after it.
 */
function ListControl({ ref, hasOptions }: { ref: Ref<ListHandle>; hasOptions: boolean }) {
  const state = useContext(ComboBoxStateContext)
  const isAwaited = useRef(false)
  useImperativeHandle(
    ref,
    () => ({
      close: () => {
        isAwaited.current = false
        state?.close()
      },
      await: (is) => {
        isAwaited.current = is
      },
    }),
    [state],
  )
  useEffect(() => {
    if (state === null || !isAwaited.current || !hasOptions) return
    isAwaited.current = false
    if (state.isFocused && !state.isOpen) state.open(null, 'input')
  }, [state, hasOptions])
  return null
}
