import { type SubmitEvent, useState } from 'react'
import { type ExportChoice, MIN_PASSPHRASE, passphraseProblem } from '../../../domain/newsroom/exports.ts'
import { describeError } from '../../resources/describe-error.ts'
import { FormError } from '../../ui/fields/form-error.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EXPORT_WORDS, useExportAct } from './data/publisher-exports.ts'

/** What is chosen and typed on the screen; it stays when an export fails. */
export interface Draft {
  hasHistory: boolean
  hasPeople: boolean
  hasAuditLog: boolean
  passphrase: string
  again: string
}

export const EMPTY_DRAFT: Draft = {
  ...{ hasHistory: false, hasPeople: false, hasAuditLog: false },
  ...{ passphrase: '', again: '' },
}

function choiceOf({ hasHistory, hasPeople, hasAuditLog, passphrase }: Draft): ExportChoice {
  return {
    with: [
      ...(hasHistory ? ['history' as const] : []),
      ...(hasPeople && hasAuditLog ? ['audit-log' as const] : []),
    ],
    passphrase: hasPeople ? passphrase : null,
  }
}

/** What is exported is chosen, and the export begun. `failure`: why the last one failed. */
export function ExportForm({
  draft,
  onChange,
  failure,
}: {
  draft: Draft
  onChange: (draft: Draft) => void
  failure: string | null
}) {
  const act = useExportAct()
  const [isPending, setPending] = useState(false)
  /** Why it was not begun; undefined: nobody has tried since. */
  const [problem, setProblem] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  const { passphrase, again } = draft
  const wrong = isChecked && draft.hasPeople ? passphraseProblem(passphrase, again) : null
  const isShort = passphrase.length < MIN_PASSPHRASE

  const begin = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (isPending) return
    if (draft.hasPeople && passphraseProblem(passphrase, again) !== null) {
      const field = event.currentTarget.elements.namedItem(isShort ? 'passphrase' : 'again')
      if (field instanceof HTMLElement) field.focus()
      return
    }
    setPending(true)
    setProblem(undefined)
    try {
      await act({ act: 'begin', ...choiceOf(draft) })
    } catch (error) {
      setProblem(`Nothing was exported. ${describeError(error, { network: EXPORT_WORDS.unreachable })}`)
    } finally {
      setPending(false)
    }
  }

  return (
    <Card title="New Export">
      <form noValidate onSubmit={(event) => void begin(event)} className="flex max-w-prose flex-col gap-5">
        <p className="text-soft">
          The archive has stories, pages, pictures, people with what they may do, settings, plans and
          comments. It has no e-mail address of a person, except where one is written in a text.
        </p>
        <Choice
          label="Earlier versions of stories"
          note="Every saved state of each story. The archive becomes larger."
          isSelected={draft.hasHistory}
          onChange={(hasHistory) => set({ hasHistory })}
        />
        <Choice
          label="People and subscribers, in a second file"
          note="E-mail addresses of accounts and authors, subscribers with what they agreed to, messages and imports. A passphrase encrypts it. Without this file nobody can sign in to a restored magazine, and it has no subscribers."
          isSelected={draft.hasPeople}
          onChange={(hasPeople) => set({ hasPeople })}
        />
        {draft.hasPeople && (
          <div className="flex flex-col gap-4 border-l-2 border-rule pl-4">
            <TextField
              label="Passphrase"
              name="passphrase"
              type="password"
              autoComplete="new-password"
              description={`${MIN_PASSPHRASE} characters or more. Keep it elsewhere: without it nobody opens the file again.`}
              {...(wrong !== null && isShort && { errorMessage: `${wrong}.` })}
              value={passphrase}
              onChange={(value) => set({ passphrase: value })}
            />
            <TextField
              label="Repeat the Passphrase"
              name="again"
              type="password"
              autoComplete="new-password"
              {...(wrong !== null && !isShort && { errorMessage: `${wrong}.` })}
              value={again}
              onChange={(value) => set({ again: value })}
            />
            <Choice
              label="Audit log"
              note="Who did what. It is in the second file only, as it names addresses."
              isSelected={draft.hasAuditLog}
              onChange={(hasAuditLog) => set({ hasAuditLog })}
            />
          </div>
        )}
        <FormError message={problem ?? failure} />
        <Button type="submit" variant="primary" className="self-start" isPending={isPending}>
          Export
        </Button>
      </form>
    </Card>
  )
}

function Choice({ note, ...choice }: { note: string } & Parameters<typeof Switch>[0]) {
  return (
    <div>
      <Switch {...choice} />
      <p className="mt-1 pr-12 text-sm text-soft">{note}</p>
    </div>
  )
}
