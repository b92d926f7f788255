import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { type AuthorChoice, authorOfQuery, findAuthorAccount, foundAuthorsQuery } from '../../data/authors.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { useChangeArticle } from './data/change-article.ts'

interface AuthorPickerProps {
  row: ArticleRow
  onClose: () => void
}

export function AuthorPicker(props: AuthorPickerProps) {
  const { data: present = null, isPending } = useQuery(authorOfQuery(props.row.author_id))
  // The box begins with the author's name: rendered earlier, it would lose what is typed meanwhile.
  if (isPending && props.row.author_id !== null) return <Skeleton className="h-9 w-64" />
  return <PickerBox {...props} present={present} />
}

function PickerBox({ row, onClose, present }: AuthorPickerProps & { present: AuthorChoice | null }) {
  const [choice, setChoice] = useState<AuthorChoice | null>(null)
  const picked = choice ?? present
  const {
    items: authors,
    onSearch,
    emptyText,
  } = useOptionSearch({
    chosen: picked,
    nameOf: ({ name }) => name,
    query: foundAuthorsQuery,
    noneText: 'No such author',
  })
  const [isConfirming, setConfirming] = useState(false)
  const change = useChangeArticle()

  const confirm = async () => {
    if (picked === null) return
    if (picked.profile_id === null && !picked.email) {
      showToast({
        title: 'Selected author has no email. Cannot link to a user profile.',
        tone: 'destructive',
      })
      return
    }
    setConfirming(true)
    await attempt('Failed to update article author', async () => {
      const account = await findAuthorAccount(picked)
      if (account === null) {
        showToast({
          title: 'Author account not found',
          description:
            'This author does not have a user profile yet. Ask an admin to invite them or create a profile.',
          tone: 'destructive',
        })
        return
      }
      await change.mutateAsync({ id: row.id, change: { author_id: account } })
      showToast({ title: 'Article author updated successfully' })
      onClose()
    })
    setConfirming(false)
  }

  return (
    <span className="flex items-center gap-1">
      <ComboBox
        label={`Author of ${row.title}`}
        hideLabel
        placeholder="Select author"
        value={picked?.id ?? null}
        onChange={(id) => setChoice(authors.find((author) => author.id === id) ?? null)}
        onSearch={onSearch}
        options={authors.map(({ id, name, email }) => ({ id, label: name, detail: email ?? undefined }))}
        emptyText={emptyText}
        className="w-48"
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Confirm author"
        isDisabled={picked === null}
        isPending={isConfirming}
        onPress={() => void confirm()}
      >
        <Check aria-hidden className="size-4" />
      </Button>
      <Button variant="ghost" size="icon" aria-label="Cancel" onPress={onClose}>
        <X aria-hidden className="size-4" />
      </Button>
    </span>
  )
}
