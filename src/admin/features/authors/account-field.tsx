import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../data/use-debounced.ts'
import { ComboBox } from '../../ui/combo-box.tsx'
import { emptyListText } from '../../resources/empty-list-text.ts'
import { accountsQuery, type Account } from './data/accounts.ts'

const NONE = 'none'

const nameOf = ({ full_name, email }: Omit<Account, 'id'>) => full_name ?? email ?? 'Without a name'

/** The account whose stories carry the author's name; found by typing, for there may be thousands. */
export function AccountField({
  value,
  present,
  onChange,
  errorMessage,
}: {
  value: string | null
  /** The account as it is before any change. */
  present: Account | null
  onChange: (id: string | null) => void
  errorMessage: string | undefined
}) {
  const [chosen, setChosen] = useState(present)
  const [typed, setTyped] = useState('')
  // What stands in the field because it was chosen is not a search.
  const wanted = chosen !== null && typed === nameOf(chosen) ? '' : typed.trim()
  const text = useDebounced(wanted)
  const { data: found = [], isFetching, isError } = useQuery(accountsQuery(text))
  const accounts = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
  return (
    <ComboBox
      label="Account"
      description="Stories of this account carry this author’s name and page"
      placeholder="No account"
      emptyText={emptyListText({ isSearching: isFetching || text !== wanted, isError }, 'No such account')}
      value={value}
      onSearch={setTyped}
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
