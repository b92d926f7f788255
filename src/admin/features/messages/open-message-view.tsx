import { Check, MailOpen, Reply, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { can } from '../../../domain/role.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { toastError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.ts'
import { type OpenMessage, useDeleteMessage, useMarkMessage } from './data/messages.ts'
import type { MessageStatus } from './messages-search.ts'
import { replyLink } from './reply-link.ts'

export function OpenMessageView({ message, onClose }: { message: OpenMessage; onClose: () => void }) {
  const { role } = useProfile()
  const heading = useRef<HTMLHeadingElement>(null)
  const mark = useMarkMessage()

  const change = async (status: MessageStatus): Promise<boolean> => {
    try {
      await mark.mutateAsync({ id: message.id, status })
      return true
    } catch (error) {
      toastError('Failed to update the message', error)
      return false
    }
  }
  const markAnswered = async () => {
    if (await change('answered')) showToast({ title: 'Marked as answered' })
  }
  const markUnread = async () => {
    if (await change('new')) onClose()
  }

  // Opening it marks it as read, once: Mark as unread closes it.
  const opened = useEffectEvent(() => {
    heading.current?.focus({ preventScroll: true })
    if (message.status === 'new') void change('read')
  })
  useEffect(() => opened(), [])

  return (
    <article aria-labelledby="message-heading" className="flex flex-col gap-5 p-5 md:p-7">
      <header className="flex flex-col gap-1">
        <h2
          id="message-heading"
          ref={heading}
          tabIndex={-1}
          className="font-serif text-2xl tracking-[-0.02em] break-words outline-none"
        >
          {message.subject || 'Without a subject'}
        </h2>
        <p className="text-sm [overflow-wrap:anywhere] text-soft">
          From <span className="font-semibold text-ink">{message.name}</span>,{' '}
          <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
        </p>
        <dl className="flex flex-wrap gap-x-5 text-sm">
          <Fact label="Email">
            <a href={`mailto:${message.email}`} className="break-all text-viridian hover:underline">
              {message.email}
            </a>
          </Fact>
          {message.phone !== null && (
            <Fact label="Phone">
              <a
                href={`tel:${message.phone.replace(/[^+\d]/g, '')}`}
                className="text-viridian hover:underline"
              >
                {message.phone}
              </a>
            </Fact>
          )}
        </dl>
        {message.status === 'answered' && <Answered message={message} />}
      </header>
      <p className="max-w-prose font-serif text-lg leading-relaxed break-words whitespace-pre-wrap">
        {message.message}
      </p>
      <div className="flex flex-wrap gap-2.5 border-t border-rule pt-4">
        <a href={replyLink(message)} className={buttonClass({ variant: 'primary' })}>
          <Reply aria-hidden className="size-4" />
          Reply
        </a>
        {message.status === 'answered' ? (
          <Button isPending={mark.isPending} onPress={() => void change('read')}>
            <Undo2 aria-hidden className="size-4" />
            Not Answered
          </Button>
        ) : (
          <Button isPending={mark.isPending} onPress={() => void markAnswered()}>
            <Check aria-hidden className="size-4" />
            Mark as Answered
          </Button>
        )}
        <Button isPending={mark.isPending} onPress={() => void markUnread()}>
          <MailOpen aria-hidden className="size-4" />
          Mark as Unread
        </Button>
        {can(role, 'messages.delete') && <DeleteMessage message={message} onDeleted={onClose} />}
      </div>
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Answered({ message: { answered_at, answerer } }: { message: OpenMessage }) {
  const who = answerer?.full_name ?? answerer?.email
  return (
    <p className="mt-1 inline-flex items-center gap-1.5 text-sm text-viridian">
      <Check aria-hidden className="size-4" />
      {['Answered', who && `by ${who}`, answered_at && `on ${formatDateTime(answered_at)}`]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

function DeleteMessage({ message, onDeleted }: { message: OpenMessage; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useDeleteMessage()
  return (
    <>
      <Button variant="ghost" className="text-brick! md:ml-auto" onPress={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      {isAsking && (
        <DeleteDialog
          title="Delete this message?"
          done={{ title: 'Message deleted' }}
          failedTitle="Failed to delete the message"
          onDelete={() => mutateAsync(message.id)}
          onDeleted={onDeleted}
          onClose={() => setAsking(false)}
        >
          <p>The message of {message.name} is removed for good.</p>
        </DeleteDialog>
      )}
    </>
  )
}
