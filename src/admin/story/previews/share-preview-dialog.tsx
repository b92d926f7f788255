import { parseDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { Link as LinkIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { type PreviewLink, PREVIEW_DAYS, isOpen } from '../../../domain/newsroom/preview.ts'
import { useColleagues } from '../../data/people/colleagues.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { hasPublisher } from '../../data/requests/publisher.ts'
import { Button } from '../../ui/layout/button.tsx'
import { DayField } from '../../ui/dates/day-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatDay, formatWhen } from '../../ui/dates/format.ts'
import { fromLocal } from '../../ui/dates/local-date-time.ts'
import { Skeleton } from '../../ui/layout/states.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { useNow } from '../../ui/keys/use-now.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { makePreviewLink, previewLinksQuery, revokePreviewLink } from './preview-links.ts'

interface SharePreviewProps {
  articleId: string
  /** Whether readers have the story: a link then shows its unpublished changes. */
  isOut: boolean
  onClose: () => void
}

/** Makes links that show a story to people without an account, and lists and revokes the story's links. */
export function SharePreviewDialog({ articleId, isOut, onClose }: SharePreviewProps) {
  const [address, setAddress] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<PreviewLink | null>(null)
  if (revoked !== null)
    return (
      <DeleteDialog
        noun="link"
        title="Revoke this link?"
        confirmLabel="Revoke"
        changes={['preview_links']}
        done={{ title: 'Link revoked' }}
        onDelete={() => revokePreviewLink(revoked.id)}
        onClose={() => setRevoked(null)}
      >
        <p>Whoever has it finds nothing at its address any more. This cannot be undone.</p>
      </DeleteDialog>
    )
  return (
    <Dialog
      isOpen
      title="Share Preview"
      size="md"
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-5">
        <p>
          {isOut
            ? 'Everybody who has a link can read the unpublished changes of this story as they were saved last, also later ones, without an account. While there are none, it leads to the published page.'
            : 'Everybody who has a link can read this story as it was saved last, also later changes, without an account. ' +
              (hasPublisher()
                ? 'It leads on to the home page and the section with the story in its place.'
                : 'It shows the story alone.')}
        </p>
        <NewLink articleId={articleId} address={address} onMade={setAddress} />
        <LinkList articleId={articleId} onRevoke={setRevoked} />
      </div>
    </Dialog>
  )
}

function NewLink({
  articleId,
  address,
  onMade,
}: {
  articleId: string
  address: string | null
  onMade: (address: string | null) => void
}) {
  const calendar = useCalendar()
  const today = parseDate(calendar.dayOf(serverClock.now().toISOString()))
  const [day, setDay] = useState<string | null>(() => today.add({ days: PREVIEW_DAYS.usual }).toString())
  const making = useEntityMutation(['preview_links'], (until: string) => makePreviewLink(articleId, until))
  const chosen = day === null ? null : parseDate(day)
  const isInRange =
    chosen !== null &&
    chosen.compare(today) >= 0 &&
    chosen.compare(today.add({ days: PREVIEW_DAYS.most })) <= 0

  if (address !== null)
    return (
      <section aria-label="New link" className="flex flex-col gap-3 rounded-lg border border-rule p-4">
        <Address address={address}>
          <Button onPress={() => onMade(null)}>Make Another Link</Button>
        </Address>
      </section>
    )
  return (
    <section aria-label="New link" className="flex flex-col gap-3 rounded-lg border border-rule p-4">
      <DayField
        label="The link ends after"
        value={day}
        onChange={setDay}
        emptyText="No day chosen"
        description={`At most ${PREVIEW_DAYS.most} days from now.`}
      />
      <Button
        variant="primary"
        className="self-start"
        isDisabled={!isInRange}
        isPending={making.isPending}
        onPress={() => {
          if (chosen === null) return
          void attempt('The link could not be made', async () => {
            const made = await making.mutateAsync(fromLocal(chosen, '23:59', calendar))
            onMade(made)
            await copy(made).catch(() => undefined)
          })
        }}
      >
        <LinkIcon aria-hidden className="size-4" />
        Make a Link
      </Button>
      {!isInRange && (
        <p role="alert" className="text-sm text-madder">
          {`Choose a day from today on, within ${PREVIEW_DAYS.most} days.`}
        </p>
      )}
    </section>
  )
}

/** Rejects where the browser refuses it. */
async function copy(address: string): Promise<void> {
  await navigator.clipboard.writeText(address)
  showToast({ title: 'Link copied' })
}

/** The address of a link with the button that copies it, and others beside that. */
function Address({ address, children }: { address: string; children: ReactNode }) {
  const field = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  return (
    <>
      <TextField
        label="Address of the new link"
        value={address}
        isReadOnly
        inputRef={field}
        onFocus={() => field.current?.select()}
        description={
          isRefused
            ? 'The browser does not let it be copied: select the address and copy it yourself.'
            : 'It is shown only now. Whoever needs it later makes another link.'
        }
      />
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="primary"
          onPress={() =>
            void copy(address).catch(() => {
              setRefused(true)
              field.current?.focus()
            })
          }
        >
          Copy
        </Button>
        {children}
      </div>
    </>
  )
}

function LinkList({ articleId, onRevoke }: { articleId: string; onRevoke: (link: PreviewLink) => void }) {
  const { data, isPending, error, refetch } = useQuery(previewLinksQuery(articleId))
  const now = useNow(data?.map(({ until }) => until) ?? []).getTime()
  const [open, ended] = [true, false].map((isWanted) =>
    (data ?? []).filter((link) => isOpen(link, now) === isWanted),
  )
  if (isPending)
    return (
      <div aria-busy>
        <Skeleton className="h-14" />
      </div>
    )
  if (data === undefined)
    return <QueryError title="Failed to load the links" error={error} refetch={refetch} />
  if (data.length === 0) return <p className="text-sm text-soft">There is no link to this story yet.</p>
  return (
    <>
      {open !== undefined && open.length > 0 && (
        <Links heading="Links">
          {open.map((link) => (
            <LinkRow key={link.id} link={link}>
              <Button
                size="sm"
                aria-label={`Revoke the link of ${formatWhen(link.created_at)}`}
                onPress={() => onRevoke(link)}
              >
                Revoke
              </Button>
            </LinkRow>
          ))}
        </Links>
      )}
      {ended !== undefined && ended.length > 0 && (
        <Links heading="Ended">
          {ended.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </Links>
      )}
    </>
  )
}

function Links({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section aria-label={heading}>
      <h3 className="mb-1 text-xs font-semibold tracking-wide text-soft uppercase">{heading}</h3>
      <ul className="divide-y divide-rule border-y border-rule">{children}</ul>
    </section>
  )
}

function LinkRow({ link, children }: { link: PreviewLink; children?: ReactNode }) {
  const { nameOf } = useColleagues()
  const { created_by, created_at } = link
  const maker = created_by === null ? undefined : nameOf(created_by)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          {endText(link)}
          {' · '}
          {openingsText(link)}
        </p>
        <p className="text-sm [overflow-wrap:anywhere] text-soft">
          {`Made ${maker === undefined ? '' : `by ${maker} `}${formatWhen(created_at)}`}
        </p>
      </div>
      {children}
    </li>
  )
}

function endText({ until, revoked_at, ended_with_maker }: PreviewLink): string {
  if (revoked_at !== null && ended_with_maker)
    return `Ended ${formatWhen(revoked_at)}, when its maker left or lost the role`
  if (revoked_at !== null) return `Revoked ${formatWhen(revoked_at)}`
  return Date.parse(until) > serverClock.now().getTime()
    ? `Ends after ${formatDay(until)}`
    : `Ended ${formatDay(until)}`
}

function openingsText({ openings, opened_at }: PreviewLink): string {
  if (openings === 0 || opened_at === null) return 'not opened yet'
  return `opened ${openings === 1 ? 'once' : `${openings} times`}, last ${formatWhen(opened_at)}`
}
