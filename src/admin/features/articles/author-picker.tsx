import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { authorChoicesQuery } from '../../data/authors.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import { showToast } from '../../ui/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { findAuthorAccount } from './data/author-account.ts'
import { useChangeArticle } from './data/change-article.ts'
import { tellFailure } from './tell-failure.ts'

/** Who else may have written it, with the confirmation beside. */
export function AuthorPicker({ row, onClose }: { row: ArticleRow; onClose: () => void }) {
  const { data: authors = [] } = useQuery(authorChoicesQuery)
  const [choice, setChoice] = useState<string | null>(null)
  const present = authors.find(({ profile_id }) => profile_id !== null && profile_id === row.author_id)
  const picked = choice ?? present?.id ?? null
  const [isSearching, setSearching] = useState(false)
  const change = useChangeArticle()

  const confirm = async () => {
    const author = authors.find(({ id }) => id === picked)
    if (author === undefined) return
    if (author.profile_id === null && !author.email) {
      showToast({
        title: 'Selected author has no email. Cannot link to a user profile.',
        tone: 'destructive',
      })
      return
    }
    setSearching(true)
    try {
      const account = await findAuthorAccount(author)
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
      setSearching(false)
    }
  }

  return (
    <span className="flex items-center gap-1">
      <ComboBox
        label={`Author of ${row.title}`}
        hideLabel
        placeholder="Select author"
        value={picked}
        onChange={setChoice}
        options={authors.map(({ id, name, email }) => ({ id, label: name, detail: email ?? undefined }))}
        emptyText="No such author"
        className="w-48"
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Confirm author"
        isDisabled={picked === null}
        isPending={isSearching}
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
