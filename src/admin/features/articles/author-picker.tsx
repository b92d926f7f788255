import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { type LabelledAuthor, findAccount, useAuthorOptions } from '../../data/people/author-options.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import type { ArticleRow } from './data/article-list.ts'
import { useChangeArticle } from './data/change-article.ts'

interface AuthorPickerProps {
  row: ArticleRow
  onClose: () => void
}

/** Chooses another author of an article, from the same people as the editor. */
export function AuthorPicker(props: AuthorPickerProps) {
  const { options, isPending } = useAuthorOptions(props.row.author_id, useProfile())
  // The box begins with the author's name: rendered earlier, it would lose what is typed meanwhile.
  if (isPending) return <Skeleton className="h-9 w-64" />
  return <PickerBox {...props} people={options} />
}

function PickerBox({ row, onClose, people }: AuthorPickerProps & { people: readonly LabelledAuthor[] }) {
  const [chosenId, setChosenId] = useState(row.author_id)
  const [typed, setTyped] = useState('')
  const picked = people.find(({ id }) => id === chosenId) ?? null
  const [isConfirming, setConfirming] = useState(false)
  const change = useChangeArticle()
  // The name of the chosen person is not a search.
  const text = typed === picked?.label ? '' : typed.trim().toLowerCase()
  const found = people.filter(
    (person) => person === picked || `${person.name} ${person.email ?? ''}`.toLowerCase().includes(text),
  )

  const confirm = async () => {
    if (picked === null) return
    setConfirming(true)
    await attempt('Failed to update article author', async () => {
      const answer = await findAccount(picked)
      if ('refusal' in answer) return showToast({ ...answer.refusal, tone: 'destructive' })
      await change.mutateAsync({ id: row.id, change: { author_id: answer.account } })
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
        onChange={(id) => {
          if (id !== null) setChosenId(id)
        }}
        onSearch={setTyped}
        options={found.map(({ id, label, email }) => ({ id, label, detail: email ?? undefined }))}
        emptyText="No such author"
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
