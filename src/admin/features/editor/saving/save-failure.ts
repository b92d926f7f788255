import type { FailureKind } from './editor-state.ts'

/** Why the server did not do what the editor asked. `message` is its own wording, '' when it has none for people. */
export class SaveFailure extends Error {
  override readonly name = 'SaveFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
