import { useQueryClient } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import type { Subject } from '../../../domain/newsroom/subject.ts'
import { can } from '../../../domain/people/role.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { useOptionSearch } from '../../resources/use-option-search.ts'
import { type Viewer, endInvitation, inviteGuest, viewersQuery } from './comments.ts'
import type { People } from './comments-context.tsx'

/** Who is in a conversation; editors invite viewers to the one on a story, and end their invitations. */
export function Conversation({ subject, people }: { subject: Subject; people: People }) {
  const { role } = useProfile()
  const client = useQueryClient()
  const [isInviting, setInviting] = useState(false)
  const { guests } = people
  const invites = subject.kind === 'story' && can(role, 'comments.invite')
  const end = (id: string) =>
    attempt('The invitation could not be ended', async () => {
      await endInvitation(subject.id, id)
      await invalidate(client, 'comment_threads')
    })
  return (
    <section aria-label="Who reads this" className="flex flex-col items-start gap-2 text-xs text-soft">
      <p>
        {guests.length === 0
          ? 'Those who write for the magazine read this.'
          : 'Those who write for the magazine read this, and of what is said while the story is out:'}
      </p>
      {guests.length > 0 && (
        <ul className="flex max-w-full flex-wrap gap-1.5">
          {guests.map(({ id, label }) => (
            <li
              key={id}
              className="flex max-w-full min-w-0 items-center gap-1 rounded-lg border border-rule bg-card py-0.5 pr-1 pl-2.5 text-ink"
            >
              <span className="min-w-0 py-0.5 pr-1.5 [overflow-wrap:anywhere]">{label}</span>
              {invites && (
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={`End the invitation of ${label}`}
                  onPress={() => void end(id)}
                  className="size-6! shrink-0"
                >
                  <X aria-hidden className="size-3.5" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {invites && (
        <Button size="sm" variant="ghost" className="-ml-2" onPress={() => setInviting(true)}>
          <UserPlus aria-hidden className="size-4" />
          Invite a Viewer
        </Button>
      )}
      {isInviting && <InviteDialog articleId={subject.id} onClose={() => setInviting(false)} />}
    </section>
  )
}

const nameOf = ({ full_name, email }: Viewer) => full_name ?? email ?? 'Without a name'

function InviteDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const client = useQueryClient()
  const [viewer, setViewer] = useState<Viewer | null>(null)
  const [isPending, setPending] = useState(false)
  const { items, onSearch, emptyText } = useOptionSearch({
    chosen: viewer,
    nameOf,
    query: viewersQuery,
    noneText: 'No such viewer',
  })
  const invite = async () => {
    if (viewer === null || isPending) return
    setPending(true)
    const isDone = await attempt('The viewer could not be invited', async () => {
      await inviteGuest(articleId, viewer.id)
      await invalidate(client, 'comment_threads')
    })
    setPending(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen
      title="Invite a viewer to the comments on this article"
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={viewer === null}
            isPending={isPending}
            onPress={() => void invite()}
          >
            Invite
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          They read and write comments while the article is published, also those from before the invitation.
          What was said while it was not published stays with those who write.
        </p>
        <ComboBox
          label="Viewer"
          placeholder="Name or e-mail address"
          value={viewer?.id ?? null}
          onChange={(id) => setViewer(items.find((one) => one.id === id) ?? null)}
          onSearch={onSearch}
          options={items.map((one) => ({ id: one.id, label: nameOf(one), detail: one.email ?? undefined }))}
          emptyText={emptyText}
        />
      </div>
    </Dialog>
  )
}
