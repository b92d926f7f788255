import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { authorOfQuery, foundAuthorsQuery, type AuthorChoice } from '../../data/authors.ts'
import { useDebounced } from '../../data/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import { emptyListText } from '../../resources/empty-list-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { findAuthorAccount } from './data/author-account.ts'
import { useChangeArticle } from './data/change-article.ts'
import { tellFailure } from './tell-failure.ts'

interface AuthorPickerProps {
  row: ArticleRow
  onClose: () => void
}

/** Who else may have written it, with the confirmation beside. */
export function AuthorPicker(props: AuthorPickerProps) {
  const { data: present = null, isPending } = useQuery(authorOfQuery(props.row.author_id))
  // The box takes its first text from the author: it would lose what is typed before the name is known.
  if (isPending) return <Skeleton className="h-9 w-64" />
  return <PickerBox {...props} present={present} />
}

function PickerBox({ row, onClose, present }: AuthorPickerProps & { present: AuthorChoice | null }) {
  const [choice, setChoice] = useState<AuthorChoice | null>(null)
  const picked = choice ?? present
  const [typed, setTyped] = useState('')
  // What stands in the box because it was chosen is not a search.
  const wanted = typed === picked?.name ? '' : typed.trim()
  const text = useDebounced(wanted)
  const { data: found = [], isFetching, isError } = useQuery(foundAuthorsQuery(text))
  const authors = picked === null || found.some(({ id }) => id === picked.id) ? found : [picked, ...found]
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
    try {
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
    } catch (error) {
      tellFailure('Failed to update article author')(error)
    } finally {
      setConfirming(false)
    }
  }

  return (
    <span className="flex items-center gap-1">
      <ComboBox
        label={`Author of ${row.title}`}
        hideLabel
        placeholder="Select author"
        value={picked?.id ?? null}
        onChange={(id) => setChoice(authors.find((author) => author.id === id) ?? null)}
        onSearch={setTyped}
        options={authors.map(({ id, name, email }) => ({ id, label: name, detail: email ?? undefined }))}
        emptyText={emptyListText({ isSearching: isFetching || text !== wanted, isError }, 'No such author')}
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
