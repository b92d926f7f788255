import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatBytes } from '../../../domain/media/media.ts'
import type { ExporterStatus } from '../../../domain/newsroom/exports.ts'
import { type Backups, backupsQuery } from '../../data/backups.ts'
import { attempt } from '../../resources/describe-error.ts'
import { ListSkeleton } from '../../resources/list-screen.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { formatDateTime, formatList, formatWhen } from '../../ui/dates/format.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ProgressLine } from '../../ui/layout/progress-line.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { EXPORT_WORDS, download, exporterStatusQuery, useExportAct } from './data/publisher-exports.ts'
import { EMPTY_DRAFT, ExportForm } from './export-form.tsx'

/** The whole magazine as files to download, for super admins. */
export function ExportScreen() {
  const { data: status, error, isLoadingError, refetch } = useQuery(exporterStatusQuery)
  const { data: backups } = useQuery(backupsQuery)
  return (
    <ScreenBox>
      <div>
        <ScreenTitle>Export</ScreenTitle>
        <p className="text-soft md:mt-1">
          The whole magazine as one file, which another project takes as it is.
        </p>
      </div>
      {isLoadingError ? (
        <Card title="Export">
          <QueryError
            title="Nothing can be exported now"
            words={{ network: EXPORT_WORDS.unreachable }}
            {...{ error, refetch }}
          />
        </Card>
      ) : status === undefined ? (
        <ListSkeleton noun="the export" count={1} className="h-48" />
      ) : (
        <StatusCard status={status} />
      )}
      <BackCard backups={backups} />
    </ScreenBox>
  )
}

type In<Kind> = Extract<ExporterStatus, { kind: Kind }>

/** What the publisher makes or has made; the form where that is nothing. */
function StatusCard({ status }: { status: ExporterStatus }) {
  const profile = useProfile()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const place = status.kind === 'failed' ? 'none' : status.kind
  const shown = useRef(place)
  /** What had the focus is gone when another card takes the place: it goes to that. */
  const focusWhenChanged = (box: HTMLElement | null) => {
    if (box === null) return
    if (shown.current !== place && document.activeElement === document.body) box.focus()
    shown.current = place
  }
  const by = status.kind === 'none' || status.by.id === profile.id ? null : status.by.name
  return (
    <div key={place} ref={focusWhenChanged} tabIndex={-1} className="outline-none">
      {status.kind === 'running' ? (
        <RunningCard status={status} by={by} />
      ) : status.kind === 'ready' ? (
        <ReadyCard status={status} by={by} />
      ) : (
        <ExportForm
          draft={draft}
          onChange={setDraft}
          failure={
            status.kind === 'none'
              ? null
              : `The export${by === null ? '' : ` of ${by}`} failed. ${sentence(status.why)}`
          }
        />
      )}
    </div>
  )
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

function RunningCard({ status, by }: { status: In<'running'>; by: string | null }) {
  return (
    <Card title={by === null ? 'Exporting' : `${by} Is Exporting`}>
      <div className="flex flex-col items-start gap-4">
        <div className="w-full">
          <ProgressLine label="Progress of the export" share={null} text={`${status.doing}…`} />
        </div>
        <p className="max-w-prose text-soft">
          {by === null
            ? 'You may leave this screen. The files wait here for an hour.'
            : 'One export is made at a time. Its files will be here for all super admins.'}
        </p>
        <DropButton title="The export was not cancelled">Cancel</DropButton>
      </div>
    </Card>
  )
}

function ReadyCard({ status, by }: { status: In<'ready'>; by: string | null }) {
  const { files, missing, madeAt, until } = status
  const [pending, setPending] = useState<string | null>(null)
  const hasSecond = files.length > 1
  const save = async ({ file, name }: (typeof files)[number]) => {
    setPending(file)
    await attempt('The file was not downloaded', () => download(file, name), {
      network: EXPORT_WORDS.unreachable,
    })
    setPending(null)
  }
  return (
    <Card title="Ready">
      <div className="flex flex-col gap-4">
        <p role="status" className="text-sm text-soft">
          {`Made ${formatWhen(madeAt)}${by === null ? '' : ` by ${by}`}. Here until ${formatDateTime(until)}, then the publisher removes ${hasSecond ? 'both files' : 'it'}.`}
        </p>
        <ul className="flex flex-col gap-4">
          {files.map((one) => (
            <li
              key={one.file}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule pt-4"
            >
              <div className="max-w-prose min-w-0">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-semibold [overflow-wrap:anywhere]">{one.name}</span>
                  <span className="text-sm whitespace-nowrap text-soft">{formatBytes(one.bytes)}</span>
                </p>
                <p className="text-sm text-soft">{contentsOf(one.file, status)}</p>
              </div>
              <Button isPending={pending === one.file} onPress={() => void save(one)}>
                {one.file === 'first' ? 'Download the Archive' : 'Download the Second File'}
              </Button>
            </li>
          ))}
        </ul>
        {by !== null && hasSecond && (
          <p className="text-sm text-soft">{`${by} knows the passphrase of the second file.`}</p>
        )}
        {missing.length > 0 && (
          <details className="text-sm">
            <summary className="w-fit cursor-pointer rounded-sm text-madder">
              {`${missing.length === 1 ? 'A file is' : `${missing.length} files are`} not in it, as the storage has lost ${missing.length === 1 ? 'it' : 'them'}`}
            </summary>
            <ul className="mt-1 ml-4 max-h-60 overflow-y-auto [overflow-wrap:anywhere] text-soft">
              {missing.map((path) => (
                <li key={path}>{path}</li>
              ))}
            </ul>
          </details>
        )}
        <DropButton title="The files are still there">Remove and Export Again</DropButton>
      </div>
    </Card>
  )
}

function contentsOf(file: 'first' | 'second', { with: extras }: In<'ready'>): string {
  if (file === 'second')
    return `Accounts, subscribers, messages and imports${extras.includes('audit-log') ? ', and the audit log' : ''}. Only the passphrase opens it.`
  const parts = ['Stories', 'pages', 'pictures', 'people', 'settings', 'plans', 'comments']
  if (extras.includes('history')) parts.push('earlier versions of stories')
  return `${formatList(parts)}. It has no e-mail address of a person, except where one is written in a text.`
}

function DropButton({ title, children }: { title: string; children: ReactNode }) {
  const act = useExportAct()
  return (
    <Button
      className="self-start"
      onPress={() => void attempt(title, () => act({ act: 'drop' }), { network: EXPORT_WORDS.unreachable })}
    >
      {children}
    </Button>
  )
}

/** How an export goes back, and when the last backup was made. */
function BackCard({ backups }: { backups: Backups | undefined }) {
  const backup = backups?.backup
  return (
    <Card title="Restore">
      <div className="flex max-w-prose flex-col gap-3 text-soft">
        <p>An empty magazine takes both files as they are:</p>
        <pre className="rounded-sm bg-tint p-3 text-sm whitespace-pre-wrap text-ink">
          npm run restore -- magazine.tar <span className="whitespace-nowrap">--private people.sealed</span>
        </pre>
        <p>
          Passwords and second factors are in neither file: each person chooses a new password with “Forgot
          your password?”. Keep both files together, and the passphrase elsewhere.
        </p>
        {backup?.is_ok === true && (
          <p>
            The last backup was made <time dateTime={backup.started_at}>{formatWhen(backup.started_at)}</time>
            .
          </p>
        )}
      </div>
    </Card>
  )
}
