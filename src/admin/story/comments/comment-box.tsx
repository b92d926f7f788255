import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type Person,
  COMMENT_LIMIT,
  changeTyped,
  chooseMention,
  mentionAt,
  peopleLike,
  storedComment,
  typedComment,
} from '../../../domain/newsroom/comment.ts'
import { Button } from '../../ui/layout/button.tsx'
import { FormError } from '../../ui/fields/form-error.tsx'
import { GrowingTextArea } from '../../ui/fields/growing-text-area.tsx'
import { describeError } from '../../resources/describe-error.ts'
import { useCommentDraft } from './comment-draft.ts'
import type { People } from './comments-context.tsx'

/** Colleagues that are offered at a time. */
const OFFERED = 6

/**
 * The field in which a comment is written. An @ offers colleagues to mention: only a chosen one is mentioned, as long as the
 * words stay unchanged. Ctrl or ⌘ with Enter sends. What is typed is kept as the draft `name` until it was sent, also when
 * the page is reloaded.
 */
export function CommentBox({
  name,
  label,
  sendLabel,
  people,
  stored = '',
  onSend,
  onCancel,
}: {
  name: string
  label: string
  sendLabel: string
  people: People
  /** The comment that is changed. */
  stored?: string
  onSend: (body: string) => Promise<unknown>
  onCancel: () => void
}) {
  const { typed, type, forget } = useCommentDraft(name, typedComment(stored, people.known))
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [cursor, setCursor] = useState(0)
  const [focused, setFocused] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  const listId = useId()

  const begun = isDismissed ? null : mentionAt(typed.text, cursor)
  const mention = typed.mentions.some(({ at }) => at === begun?.at) ? null : begun
  const offered = mention === null ? [] : peopleLike(people.mentionable, mention.words).slice(0, OFFERED)
  const chosen = offered[Math.min(focused, offered.length - 1)]

  const write = (next: typeof typed, at: number) => {
    setError(null)
    setDismissed(false)
    setFocused(0)
    setCursor(at)
    type(next)
  }
  const insert = (person: Person) => {
    if (mention === null) return
    const chose = chooseMention(typed, mention.at, cursor, person)
    flushSync(() => {
      write(chose.typed, chose.cursor)
      setDismissed(true)
    })
    area.current?.focus()
    area.current?.setSelectionRange(chose.cursor, chose.cursor)
  }

  const send = async () => {
    if (isSending) return
    if (typed.text.trim() === '') return setError('Write something first.')
    setSending(true)
    try {
      const body = storedComment(typed)
      if (body.length > COMMENT_LIMIT) {
        return setError(`A comment has at most ${COMMENT_LIMIT} characters; this one has ${body.length}.`)
      }
      await onSend(body)
      forget()
    } catch (failure) {
      setError(
        describeError(failure, { network: 'There is no connection. Your text stays here: try again.' }),
      )
    } finally {
      setSending(false)
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    } else if (chosen !== undefined && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : offered.length - 1
      setFocused((offered.indexOf(chosen) + step) % offered.length)
    } else if (chosen !== undefined && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      insert(chosen)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (chosen !== undefined) setDismissed(true)
      else onCancel()
    }
  }

  return (
    <form
      className="relative flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <GrowingTextArea
        inputRef={area}
        autoFocus
        rows={2}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={chosen === undefined ? undefined : listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        aria-invalid={error !== null || undefined}
        placeholder="Write a comment; @ mentions a colleague"
        value={typed.text}
        onChange={({ target: { value, selectionStart } }) =>
          write(changeTyped(typed, value, selectionStart), selectionStart)
        }
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setDismissed(true)}
        className="max-h-60 field min-h-16 resize-none px-3 py-2 text-sm"
      />
      {chosen !== undefined && (
        <ul
          id={listId}
          role="listbox"
          aria-label="Colleagues"
          className="absolute inset-x-0 top-full z-10 -mt-10 rounded-md border border-rule bg-card p-1 text-sm shadow-raised"
        >
          {offered.map((person) => (
            // The field keeps the focus: the keys are heard there.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              aria-selected={person === chosen}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(person)}
              className="cursor-default truncate rounded-sm px-2.5 py-1.5 hover:bg-tint aria-selected:bg-tint"
            >
              {person.label}
            </li>
          ))}
        </ul>
      )}
      {typed.mentions.length > 0 && (
        <p className="text-xs [overflow-wrap:anywhere] text-soft">
          {`Mentions ${[...new Set(typed.mentions.map(({ id }) => people.nameOf(id)))].join(', ')}`}
        </p>
      )}
      <FormError message={error} />
      <div className="flex justify-end gap-2">
        <Button
          size="sm"
          variant="ghost"
          onPress={() => {
            forget()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" isPending={isSending}>
          {sendLabel}
        </Button>
      </div>
    </form>
  )
}
