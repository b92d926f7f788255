import { useQuery } from '@tanstack/react-query'
import { authorChoicesQuery } from '../../../data/authors.ts'
import { Portrait } from '../../../components/portrait.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import { useProfile } from '../../../session/use-profile.ts'
import { writersQuery } from '../data/writers.ts'
import { useField, useEditingSession } from '../use-editing-session.tsx'
import { authorOptions } from './author-options.ts'

const NONE = 'none'
const PORTRAIT = 'size-6 text-xs'

/** Author of the article; contributors cannot change it. */
export function AuthorCard() {
  const { isEditor } = useEditingSession()
  const me = useProfile()
  const { value, set } = useField('author_id')
  const { data: accounts = [], isError } = useQuery(writersQuery(value))
  const { data: profiles = [] } = useQuery(authorChoicesQuery)
  const known = accounts.some(({ id }) => id === me.id) ? accounts : [...accounts, me]
  const options = authorOptions(known, profiles, value)
  if (!isEditor) {
    const [own] = options.filter(({ id }) => id === me.id)
    return (
      <Card title="Author">
        <p className="flex items-center gap-2.5">
          {own && <Portrait name={own.name} imageUrl={own.imageUrl} className={PORTRAIT} />}
          {own?.name}
        </p>
      </Card>
    )
  }
  return (
    <Card title="Author">
      <Select
        label="Author"
        hideLabel
        value={value ?? NONE}
        onChange={(id) => set(id === NONE ? null : id)}
        {...(isError ? { errorMessage: 'The authors could not be loaded.' } : {})}
        options={[
          ...options.map(({ id, name, imageUrl }) => ({
            id,
            label: name,
            adornment: <Portrait name={name} imageUrl={imageUrl} className={PORTRAIT} />,
          })),
          { id: NONE, label: 'No author' },
        ]}
      />
    </Card>
  )
}
