import { Search, X } from 'lucide-react'
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { FieldLabel } from './field.tsx'

export interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  placeholder?: string
  className?: string
}

/** A search box; Escape and its button clear it. */
export function SearchField({ label, placeholder = label, className = '', ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} className={`group relative ${className}`}>
      <FieldLabel label={label} hideLabel />
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft"
      />
      <Input
        placeholder={placeholder}
        className="field py-1.5 pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden"
      />
      <Button
        aria-label="Clear search"
        className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-soft group-data-empty:hidden"
      >
        <X aria-hidden className="size-4" />
      </Button>
    </AriaSearchField>
  )
}
