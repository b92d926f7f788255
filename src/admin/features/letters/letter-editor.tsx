import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { TOPICS } from '../../../domain/letters/letter-states.ts'
import { type Letter, LETTER_LIMITS } from '../../../domain/letters/letter.ts'
import { can } from '../../../domain/people/role.ts'
import { type Act, useActs } from '../../resources/acts.ts'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { DraftNotice, savedSinceText } from '../../resources/row-form.tsx'
import { deleteRow } from '../../data/requests/update-row.ts'
import { useProfile } from '../../session/use-profile.ts'
import { useComments } from '../../story/comments/comments-context.tsx'
import { Counter } from '../../ui/fields/counter.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useOneAtATime } from '../../ui/keys/use-one-at-a-time.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { TopBarActions } from '../../ui/layout/top-bar.tsx'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { COPY, useCopyLetter } from './copy-letter.ts'
import { useTopicNames } from './data/topics.ts'
import { oneLine, problemOf } from './edit-letter.ts'
import { LetterBlocks } from './letter-blocks.tsx'
import { LetterHeading } from './letter-heading.tsx'
import { LetterPlan } from './letter-plan.tsx'
import { LetterChecks, LetterPreview, useDrawnLetter } from './letter-preview.tsx'
import { SendDialog } from './send-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { type LetterEdit, useLetterEdit } from './use-letter-edit.ts'
import { WaitingNotice } from './waiting-notice.tsx'

/** Where the top bar has no room for all words. */
const NARROW_QUERY = '(max-width: 1023px)'

/** The editor of a letter that has not gone out: at the left what is written, at the right the mail as readers get it. */
export function LetterEditor({ letter }: { letter: Letter }) {
  const edit = useLetterEdit(letter)
  const { form, conflict } = edit
  const drawn = useDrawnLetter(form)
  const problem = problemOf(form)
  const hasComments = useComments()?.isOpen === true
  return (
    <ScreenBox className="max-w-none!">
      <LetterHeading letter={letter} />
      <WaitingNotice letter={letter} />
      <LetterActions letter={letter} edit={edit} problem={problem} drawn={drawn} />
      <DraftNotice rowForm={{ draftSavedAt: edit.draftSavedAt, startOver: edit.discard }} />
      {problem !== null && (
        <p role="status" className="text-sm text-madder">
          {problem}
        </p>
      )}
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-5 ${hasComments ? '2xl:grid-cols-2' : 'xl:grid-cols-2'}`}
      >
        {/* What is changed while it is saved would not be in it. */}
        <div inert={edit.isPending} className="flex min-w-0 flex-col items-start gap-3">
          <LetterFields edit={edit} />
          <LetterPlan letter={letter} className="w-full" />
          <LetterBlocks
            blocks={form.blocks}
            onChange={(blocks) => edit.change({ blocks })}
            revision={edit.revision}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-20">
          <LetterChecks problems={drawn.data?.problems} />
          <LetterPreview letterId={letter.id} drawn={drawn} canDrawPage />
        </div>
      </div>
      {conflict !== null && (
        <ConflictDialog noun="this letter" onChoose={conflict.onChoose}>
          {savedSinceText(conflict.theirs.letter)}
        </ConflictDialog>
      )}
      <UnsavedWarning isDirty={edit.isChanged} onDiscard={edit.discard} />
    </ScreenBox>
  )
}

function LetterFields({ edit: { form, change } }: { edit: LetterEdit }) {
  const topics = useTopicNames()
  const counter = (text: string, limit: number) => <Counter used={text.length} limit={limit} />
  return (
    <Card className="w-full">
      <div className="flex flex-col gap-4">
        <TextField
          label="Subject"
          isRequired
          autoFocus={form.subject === ''}
          value={form.subject}
          maxLength={LETTER_LIMITS.subject}
          aside={counter(form.subject, LETTER_LIMITS.subject)}
          onChange={(text) => change({ subject: oneLine(text) })}
        />
        <TextField
          label="Preview Line"
          description="Mail programs show it behind the subject, before the mail is opened."
          value={form.preview_text}
          maxLength={LETTER_LIMITS.preview_text}
          aside={counter(form.preview_text, LETTER_LIMITS.preview_text)}
          onChange={(text) => change({ preview_text: oneLine(text) })}
        />
        <Select
          label="Topic"
          description="Who has chosen it gets the letter. The names are as readers see them."
          options={TOPICS.map((id) => ({ id, label: topics[id] }))}
          value={form.topic}
          onChange={(topic) => change({ topic })}
        />
      </div>
    </Card>
  )
}

/** The buttons of the editor, and their dialogs. */
function LetterActions({
  letter,
  edit,
  problem,
  drawn,
}: {
  letter: Letter
  edit: LetterEdit
  /** Why it cannot be saved; null when it can. */
  problem: string | null
  drawn: ReturnType<typeof useDrawnLetter>
}) {
  const { role } = useProfile()
  const navigate = useNavigate()
  const isNarrow = useMediaQuery(NARROW_QUERY)
  const maySend = can(role, 'letters.send')
  const copy = useCopyLetter(
    (id) => void navigate({ to: '/admin/letters/$letterId', params: { letterId: id } }),
  )
  const acts: Act[] = [
    {
      ...{ id: 'test', label: 'Send a Test…', isOffered: isNarrow },
      ask: (close) => <TestDialog letter={letter} onClose={close} />,
    },
    { ...COPY, run: () => void copy(edit.form) },
    {
      ...{ id: 'delete', label: 'Delete…', tone: 'destructive', isOffered: letter.status === 'draft' },
      ask: (close) => (
        <DeleteDialog
          noun="letter"
          title="Delete this letter?"
          changes={['letters', 'plans']}
          onDelete={async () => {
            await deleteRow('letters', letter.id)
            edit.discard()
            await navigate({ to: '/admin/letters', ignoreBlocker: true })
          }}
          onClose={close}
        >
          <p>
            It is a draft: nobody has got it. Its comments and its plan, if it has any, are deleted, too. It
            cannot be brought back.
          </p>
        </DeleteDialog>
      ),
    },
    {
      ...{ id: 'send', label: 'Send…', isOffered: false },
      ask: (close) => <SendDialog letter={letter} drawn={drawn.data} onClose={close} />,
    },
  ]
  const { actions, begin, dialog } = useActs(acts)
  /** What is sent is what is stored. */
  const saveThen = useOneAtATime(async (id: string) => {
    if (await edit.save()) begin(id)
  })
  const isDisabled = problem !== null
  return (
    <>
      <TopBarActions>
        <Menu
          label="More for this letter"
          trigger={
            <Button size="icon" aria-label="More">
              <Ellipsis aria-hidden className="size-4" />
            </Button>
          }
          actions={actions.map((action) =>
            action.id === 'test' ? { ...action, onAction: () => saveThen('test') } : action,
          )}
        />
        {!isNarrow && (
          <Button isDisabled={isDisabled} onPress={() => saveThen('test')}>
            Send a Test…
          </Button>
        )}
        <Button
          variant={maySend ? 'secondary' : 'primary'}
          isDisabled={isDisabled || !edit.isChanged}
          isPending={edit.isPending}
          onPress={() => void edit.save()}
        >
          {edit.isPending ? 'Saving…' : 'Save'}
        </Button>
        {maySend && (
          <Button variant="primary" isDisabled={isDisabled} onPress={() => saveThen('send')}>
            {letter.status === 'scheduled' ? 'Change Time…' : 'Send…'}
          </Button>
        )}
      </TopBarActions>
      {dialog}
    </>
  )
}
