import { zodResolver } from '@hookform/resolvers/zod'
import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Controller, useForm, useWatch } from 'react-hook-form'
import {
  type FontForm,
  type FontUsage,
  FONT_STYLES,
  FONT_USAGES,
  FONT_WEIGHTS,
  fontFormSchema,
  FONT_ENDINGS,
  isFontFile,
  MAX_FONT_NAME,
} from '../../../domain/media/font.ts'
import { formatBytes } from '../../../domain/media/media.ts'
import { FontSample } from '../../components/font-sample.tsx'
import { FormDialog } from '../../resources/form-dialog.tsx'
import { FormSelect } from '../../resources/form-select.tsx'
import { describeError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { CheckboxGroup } from '../../ui/fields/checkbox-group.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { useUploadFont } from './data/change-fonts.ts'

const options = <Word extends string>(words: readonly Word[]) =>
  words.map((word) => ({ id: word, label: word }))

/** Uploads a font with its name, weight, style and usage. A failed upload leaves the form as it is. */
export function FontUploadDialog({ onClose }: { onClose: () => void }) {
  const { id: userId } = useProfile()
  const upload = useUploadFont(userId)
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The one of two files chosen quickly that counts: the check of the other may end later. */
  const lastChosen = useRef<File | null>(null)
  const { control, handleSubmit, setValue, formState } = useForm<FontForm>({
    resolver: zodResolver(fontFormSchema),
    defaultValues: { font_name: '', font_weight: 'Normal', font_style: 'Regular', font_usage: [] },
  })
  const name = useWatch({ control, name: 'font_name' })

  const choose = async (chosen: File) => {
    lastChosen.current = chosen
    const reason = await fontRefusal(chosen)
    if (lastChosen.current !== chosen) return
    setRefusal(reason)
    setFile(reason === null ? chosen : null)
    if (reason === null && name.trim() === '') setValue('font_name', nameOf(chosen))
  }

  const submit = handleSubmit(async (form) => {
    if (file === null) {
      showToast({ title: 'No file selected', tone: 'destructive' })
      return
    }
    try {
      await upload.mutateAsync({ form, file })
      showToast({ title: 'Font uploaded successfully' })
      onClose()
    } catch (error) {
      showToast({
        title: `Upload failed: ${describeError(error, { network: 'No connection' })}`,
        tone: 'destructive',
      })
    }
  })
  return (
    <FormDialog
      title="Upload Font"
      saveLabel="Upload Font"
      pendingLabel="Uploading…"
      isDirty={formState.isDirty || file !== null}
      isPending={upload.isPending}
      isDisabled={name.trim() === '' || file === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField control={control} name="font_name" label="Font Name" maxLength={MAX_FONT_NAME} autoFocus />
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-semibold">Font File</span>
        <div className="flex min-w-0 items-center gap-3">
          <FileTrigger
            acceptedFileTypes={FONT_ENDINGS}
            onSelect={(list) => {
              const chosen = list?.[0]
              if (chosen !== undefined) void choose(chosen)
            }}
          >
            <Button>
              <Upload aria-hidden className="size-4" />
              Choose File
            </Button>
          </FileTrigger>
          <span className="min-w-0 truncate text-sm text-soft">
            {file === null ? 'No file selected' : `${file.name}, ${formatBytes(file.size)}`}
          </span>
        </div>
        <p role="alert" className="text-sm text-madder empty:hidden">
          {refusal}
        </p>
        {file !== null && <LocalSample key={`${file.name} ${file.lastModified}`} file={file} />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect control={control} name="font_weight" label="Weight" options={options(FONT_WEIGHTS)} />
        <FormSelect control={control} name="font_style" label="Style" options={options(FONT_STYLES)} />
      </div>
      <Controller
        control={control}
        name="font_usage"
        render={({ field: { value, onChange } }) => (
          <CheckboxGroup<FontUsage>
            label="Usage"
            options={options(FONT_USAGES)}
            value={value}
            onChange={onChange}
            description="The site uses a font only where its usage and its role in Global Styles agree."
          />
        )}
      />
    </FormDialog>
  )
}

/** 'Old-Hearth_Bold.woff2' → 'Old Hearth Bold'. */
function nameOf({ name }: File): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
}

/** Why a file cannot be uploaded as a font; null when a browser can read it as one. */
async function fontRefusal(file: File): Promise<string | null> {
  if (!isFontFile(file)) return 'Please select a valid font file (.woff, .woff2, or .ttf)'
  try {
    await new FontFace('refusal', await file.arrayBuffer()).load()
    return null
  } catch {
    return `${file.name} cannot be read as a font. It may be damaged.`
  }
}

/** A sample of a font file that is not uploaded yet. Give it the file as key. */
function LocalSample({ file }: { file: File }) {
  const id = useId()
  return (
    <FontSample
      font={{ id, font_file_path: file }}
      className="truncate rounded-md bg-tint px-3 py-2 text-2xl"
    >
      Love where you live
    </FontSample>
  )
}
