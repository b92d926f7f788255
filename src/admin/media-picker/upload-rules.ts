import {
  ACCEPTED_UPLOADS,
  MAX_UPLOAD_BYTES,
  heicRefusal,
  isNamedHeic,
  STORED_TYPES,
  storedEnding,
  storedType,
} from '../../domain/media/media.ts'

type Named = Pick<File, 'name' | 'type' | 'size'>

/** Whether a file can be stored and is of one of the kinds: 'image/*', or an extension such as '.pdf'. */
export function isAccepted(file: Pick<Named, 'name' | 'type'>, kinds: readonly string[]): boolean {
  const type = storedType(file)
  if (type === null) return false
  return kinds.some((kind) =>
    kind.startsWith('.') ? file.name.toLowerCase().endsWith(kind) : type.startsWith(kind.slice(0, -1)),
  )
}

/** Why these files cannot be uploaded, naming the refused; null when they can. One refused file stops all. */
export function uploadRefusal(
  files: readonly Named[],
  kinds: readonly string[] = ACCEPTED_UPLOADS,
): string | null {
  const large = files.filter(({ size }) => size > MAX_UPLOAD_BYTES)
  if (large.length > 0) return `Larger than ${MAX_UPLOAD_BYTES / 1024 ** 2} MB: ${names(large)}`
  const heic = files.filter(isNamedHeic)
  if (heic.length > 0) return heicRefusal(names(heic))
  const foreign = files.filter((file) => !isAccepted(file, kinds))
  if (foreign.length > 0) return `This kind of file cannot be used here: ${names(foreign)}`
  const empty = files.filter(({ size }) => size === 0)
  return empty.length > 0 ? `Empty: ${names(empty)}` : null
}

/**
 * The kinds as a file dialog takes them: by type, since an iPhone turns its HEIC photos into JPEG where a dialog names
 * JPEG and not any picture.
 */
export function acceptedTypes(kinds: readonly string[]): string[] {
  return kinds.flatMap((kind) =>
    kind.endsWith('/*') ? [...STORED_TYPES].filter((type) => type.startsWith(kind.slice(0, -1))) : [kind],
  )
}

function names(files: readonly Named[]): string {
  return files.map(({ name }) => name).join(', ')
}

let lastTimestamp = 0

/**
 * {userId}/{timestamp}.{ext}, with the ending of the file's checked type; two files of the same millisecond get different
 * paths. `now` in milliseconds.
 */
export function uploadPath(userId: string, file: Pick<Named, 'name' | 'type'>, now: number): string {
  lastTimestamp = Math.max(now, lastTimestamp + 1)
  return `${userId}/${lastTimestamp}.${storedEnding(file)}`
}
