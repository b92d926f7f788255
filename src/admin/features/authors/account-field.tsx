import { useState } from 'react'
import { ComboBox } from '../../ui/combo-box.tsx'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { type Account, accountsQuery } from './data/accounts.ts'

const NONE = 'none'

const nameOf = ({ full_name, email }: Omit<Account, 'id'>) => full_name ?? email ?? 'Without a name'

/** The account of an author: its stories have the author's name. Searched by the server, as there may be thousands. */
export function AccountField({
  value,
  present,
  onChange,
  errorMessage,
}: {
  value: string | null
  /** The account before any change. */
  present: Account | null
  onChange: (id: string | null) => void
  errorMessage: string | undefined
}) {
  const [chosen, setChosen] = useState(present)
  const {
    items: accounts,
    onSearch,
    emptyText,
  } = useOptionSearch({ chosen, nameOf, query: accountsQuery, noneText: 'No such account' })
  return (
    <ComboBox
      label="Account"
      description="Stories of this account carry this author’s name and page"
      placeholder="No account"
      emptyText={emptyText}
      value={value}
      onSearch={onSearch}
      onChange={(id) => {
        const account = accounts.find((one) => one.id === id) ?? null
        setChosen(account)
        onChange(account?.id ?? null)
      }}
      options={[
        ...accounts.map((account) => ({
          id: account.id,
          label: nameOf(account),
          detail: account.email ?? undefined,
        })),
        ...(value === null ? [] : [{ id: NONE, label: 'No account' }]),
      ]}
      errorMessage={errorMessage}
    />
  )
}
