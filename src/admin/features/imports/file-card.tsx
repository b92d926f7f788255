import { FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { formatBytes } from '../../../domain/media/media.ts'
import type { ImporterStatus, ImportFile } from '../../../domain/newsroom/imports.ts'
import { attempt } from '../../resources/describe-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ProgressLine } from '../../ui/layout/progress-line.tsx'
import { useImportAct } from './data/publisher-imports.ts'
import type { useUpload } from './use-upload.ts'

type Uploads = ReturnType<typeof useUpload>

/** The file of an import: it is chosen, uploaded and read, with the pictures of the old site beside it. */
export function FileCard({ status, uploads }: { status: ImporterStatus; uploads: Uploads }) {
  const { upload, start, cancel } = uploads
  const { file, state } = status
  if (upload.kind === 'sending' && upload.use === 'export')
    return (
      <Card title="Import">
        <Sending upload={upload} onCancel={cancel} />
      </Card>
    )
  const failed = upload.kind === 'failed' && upload.use === 'export' && (
    <Problem>
      <span className="font-semibold">{upload.file.name}</span> was not uploaded. {upload.why}
    </Problem>
  )
  if (file === null || state.kind === 'empty')
    return (
      <Card title="Import">
        <div className="flex flex-col items-start gap-4">
          <p className="max-w-prose text-soft">
            Choose an export of WordPress (.xml), Ghost (.json) or Substack (.zip), a ZIP of the Markdown
            files of Hugo, Jekyll or Astro, or a list of members or subscribers (.csv). What becomes of it is
            shown first; nothing is written before you press Import.
          </p>
          {failed}
          <ChooseFile variant="primary" onFile={(chosen) => start(chosen, 'export')}>
            <FileUp aria-hidden className="size-4" />
            Choose a File
          </ChooseFile>
          <p className="text-sm text-soft max-md:hidden">Or drop it anywhere on this screen.</p>
        </div>
      </Card>
    )
  return (
    <Card title="File">
      <div className="flex flex-col gap-4">
        {failed}
        <FileLine file={file}>
          <ChooseFile size="sm" onFile={(chosen) => start(chosen, 'export')}>
            Choose Another File
          </ChooseFile>
          <Drop what="all" label="Remove" name={file.name} />
        </FileLine>
        {state.kind === 'reading' && (
          <ProgressLine
            label={`Reading ${file.name}`}
            share={null}
            text={state.items === 0 ? 'Reading…' : `Reading… ${state.items} items so far`}
          />
        )}
        {state.kind === 'unreadable' && <Problem>{state.why}.</Problem>}
        {state.kind === 'ready' &&
          ((state.read.dryRun.rows.pictures ?? 0) > 0 || status.pictures !== null) && (
            <Pictures status={status} uploads={uploads} />
          )}
      </div>
    </Card>
  )
}

function Pictures({
  status: { pictures },
  uploads: { upload, start, cancel },
}: {
  status: ImporterStatus
  uploads: Uploads
}) {
  if (upload.kind === 'sending' && upload.use === 'pictures')
    return <Sending upload={upload} onCancel={cancel} />
  return (
    <div className="flex flex-col gap-3 border-t border-rule pt-4">
      {upload.kind === 'failed' && upload.use === 'pictures' && (
        <Problem>
          <span className="font-semibold">{upload.file.name}</span> was not uploaded. {upload.why}
        </Problem>
      )}
      {pictures === null ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-prose text-sm text-soft">
            Pictures are fetched from the old site while it is online. If it is not, or to be quicker, add a
            ZIP of its files, such as wp-content/uploads.
          </p>
          <ChooseFile size="sm" kinds={['.zip']} onFile={(chosen) => start(chosen, 'pictures')}>
            Add a ZIP of Pictures
          </ChooseFile>
        </div>
      ) : (
        <FileLine file={pictures} what="Pictures">
          <Drop what="pictures" label="Remove" name={pictures.name} />
        </FileLine>
      )}
    </div>
  )
}

function FileLine({ file, what, children }: { file: ImportFile; what?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="flex min-w-0 items-baseline gap-2">
        {what !== undefined && <span className="text-sm text-soft">{what}</span>}
        <span title={file.name} className="truncate font-semibold">
          {file.name}
        </span>
        <span className="shrink-0 text-sm text-soft">{formatBytes(file.bytes)}</span>
      </p>
      <span className="flex flex-wrap gap-2">{children}</span>
    </div>
  )
}

function Sending({
  upload: { file, share },
  onCancel,
}: {
  upload: Extract<Uploads['upload'], { kind: 'sending' }>
  onCancel: () => void
}) {
  return (
    <div className="flex flex-col gap-3">
      <FileLine file={{ name: file.name, bytes: file.size }}>
        <Button size="sm" onPress={onCancel}>
          Cancel
        </Button>
      </FileLine>
      <ProgressLine
        label={`Uploading ${file.name}`}
        share={share}
        text={`${formatBytes(share * file.size)} of ${formatBytes(file.size)}`}
      />
    </div>
  )
}

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-sm [overflow-wrap:anywhere] text-madder">
      {children}
    </p>
  )
}

const EXPORTS = ['.xml', '.json', '.zip', '.csv']

function ChooseFile({
  onFile,
  kinds = EXPORTS,
  ...button
}: Pick<Parameters<typeof Button>[0], 'variant' | 'size' | 'children'> & {
  onFile: (file: File) => void
  kinds?: readonly string[]
}) {
  return (
    <FileTrigger
      acceptedFileTypes={kinds}
      onSelect={(list) => {
        const [file] = list ?? []
        if (file !== undefined) onFile(file)
      }}
    >
      <Button {...button} />
    </FileTrigger>
  )
}

function Drop({ what, label, name }: { what: 'all' | 'pictures'; label: string; name: string }) {
  const act = useImportAct()
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`${label} ${name}`}
      onPress={() => void attempt('The file is still there', () => act({ act: 'drop', what }))}
    >
      {label}
    </Button>
  )
}
