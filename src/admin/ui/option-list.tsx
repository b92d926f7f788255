import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'

export interface Option {
  /** Not empty. */
  id: string
  label: string
  /** A dot or a headshot before the label. */
  adornment?: ReactNode
  detail?: string | undefined
}

/** The options of Select and ComboBox; a ComboBox passes them itself. */
export function OptionList({ options, emptyText }: { options?: readonly Option[]; emptyText: string }) {
  return (
    <ListBox<Option>
      {...(options === undefined ? {} : { items: options })}
      className="max-h-72 overflow-auto p-1 outline-none"
      renderEmptyState={() => <p className="px-3 py-2 text-sm text-soft">{emptyText}</p>}
    >
      {(option) => <OptionRow option={option} />}
    </ListBox>
  )
}

function OptionRow({ option }: { option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
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
          {isSelected && <Check aria-hidden className="size-4 shrink-0 text-viridian" />}
        </>
      )}
    </ListBoxItem>
  )
}
