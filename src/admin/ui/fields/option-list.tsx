import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'

export interface Option<Id extends string | null = string> {
  /** Not empty; null for the choice of nothing. */
  id: Id
  label: string
  /** A dot or a headshot before the label. */
  adornment?: ReactNode
  detail?: string | undefined
}

/** The key of the option for null, which React Aria does not take as a key. A number: no id is the same. */
const NO_ID = -1

/** The key by which React Aria knows an option. */
export function optionKey(id: string | null): string | number {
  return id ?? NO_ID
}

/** The options of Select and ComboBox; a ComboBox passes them itself. */
export function OptionList({
  options,
  emptyText,
}: {
  options?: readonly Option<string | null>[]
  emptyText: string
}) {
  return (
    <ListBox<Option<string | null>>
      {...(options === undefined ? {} : { items: options })}
      className="max-h-72 min-h-0 overflow-auto p-1 outline-none"
      renderEmptyState={() => <p className="px-3 py-2 text-sm text-soft">{emptyText}</p>}
    >
      {(option) => <OptionRow option={option} />}
    </ListBox>
  )
}

function OptionRow({ option }: { option: Option<string | null> }) {
  return (
    <ListBoxItem
      id={optionKey(option.id)}
      textValue={option.label}
      className="flex cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-focused:bg-tint data-selected:font-semibold"
    >
      {({ isSelected }) => (
        <>
          {option.adornment}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{option.label}</span>
            {option.detail !== undefined && (
              <span className="block truncate text-xs font-normal text-soft">{option.detail}</span>
            )}
          </span>
          {isSelected && <Check aria-hidden className="size-4 shrink-0 text-prussian" />}
        </>
      )}
    </ListBoxItem>
  )
}
