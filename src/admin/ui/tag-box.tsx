import { useContext, useImperativeHandle, useRef, type Ref } from 'react'
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
  className?: string
}) {
  const menu = useRef<Menu>(null)
  return (
    <ComboBox<Option>
      items={options}
      inputValue={text}
      onInputChange={onText}
      value={null}
      onChange={(key) => {
        if (key === null) return
        menu.current?.close()
        onChoose(String(key))
      }}
      allowsEmptyCollection={emptyText !== ''}
      menuTrigger={onEnter === undefined ? 'focus' : 'input'}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      className={`flex min-w-0 flex-col gap-1.5 ${className}`}
    >
      <MenuHandle ref={menu} />
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Input
        placeholder={placeholder}
        maxLength={120}
        className="field px-3 py-1.5"
        onKeyDown={(event) => {
          // With an option under the arrow keys, Enter takes that option; it never sends the form around.
          if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant')) return
          event.preventDefault()
          event.stopPropagation()
          menu.current?.close()
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

interface Menu {
  close: () => void
}

/** Nothing stays chosen in the box, so that it does not close its list by itself: this reaches the list. */
function MenuHandle({ ref }: { ref: Ref<Menu> }) {
  const state = useContext(ComboBoxStateContext)
  useImperativeHandle(ref, () => ({ close: () => state?.close() }), [state])
  return null
}
